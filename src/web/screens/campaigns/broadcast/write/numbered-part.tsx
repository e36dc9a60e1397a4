import { type ReactNode, useId } from "react";

type NumberedPartProps = { number: number; title: string; hint: string; children: ReactNode };

/** One of the questions that a broadcast answers. */
export const NumberedPart = ({ number, title, hint, children }: NumberedPartProps) => {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-3.5 gap-y-3 border-line border-t p-4 first:border-t-0 sm:grid-cols-[28px_minmax(0,1fr)]"
    >
      <span
        aria-hidden="true"
        className="grid size-6 place-items-center rounded-full bg-sea font-[620] text-on-sea text-xs max-sm:hidden"
      >
        {number}
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-3.5">
        <div className="flex min-h-6 flex-wrap items-baseline gap-x-2">
          <h2 id={id} className="font-[620] text-base tracking-tight">
            {title}
          </h2>
          <p className="text-faint text-xs">{hint}</p>
        </div>
        {children}
      </div>
    </section>
  );
};
