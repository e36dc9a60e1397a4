/** Decorative: the product name is beside it. */
export const Logo = ({ className }: { className?: string }) => (
  <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
    <rect width="32" height="32" rx="9" className="fill-deep-raised" />
    <path d="M13 25l1.6-12h2.8L19 25z" fill="#fff" />
    <circle cx="16" cy="10" r="2.6" className="fill-beam" />
    <path d="M19 9.4l9-4v9.2l-9-4zM13 9.4l-9-4v9.2l9-4z" className="fill-beam" opacity=".45" />
  </svg>
);
