/** The heading of a screen whose title is not in the header. */
export const PageHeading = ({ title, subtitle }: { title: string; subtitle: string }) => (
  <div>
    <h2 className="font-[640] text-[17px] leading-[22px] tracking-[-0.012em]">{title}</h2>
    <p className="mt-0.5 text-sm text-soft">{subtitle}</p>
  </div>
);
