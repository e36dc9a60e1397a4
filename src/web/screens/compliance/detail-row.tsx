import type { ReactNode } from "react";

export const DetailRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-0.5 border-line border-t py-2.5 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[130px_minmax(0,1fr)] sm:gap-3">
    <dt className="text-sm text-soft">{label}</dt>
    <dd className="break-words text-sm">{children}</dd>
  </div>
);
