/** The heading of a screen that the header does not name. */
export const PageHeading = ({ title, subtitle }: { title: string; subtitle: string }) => (
  <div>
    <h2 className="font-[640] text-[17px] leading-[22px] tracking-[-0.012em]">{title}</h2>
    <p className="mt-0.5 text-sm text-soft">{subtitle}</p>
  </div>
);
