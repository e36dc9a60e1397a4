import { cn } from "#web/lib/cn.ts";

/** From here on a score shines. */
const high = 75;
const radius = 62;
const half = Math.PI * radius;
const arc = `M 8 72 A ${radius} ${radius} 0 0 1 ${8 + 2 * radius} 72`;

type GaugeProps = {
  label: string;
  text: string;
  value: number;
  /** Is a high value good news? */
  shines: boolean;
};

export const Gauge = ({ label, text, value, shines }: GaugeProps) => {
  const percent = Math.min(100, Math.max(0, value));
  return (
    <figure className="grid justify-items-center text-center">
      <div className="relative">
        <svg aria-hidden="true" viewBox="0 0 140 80" className="w-45 fill-none" strokeLinecap="round">
          <path d={arc} strokeWidth="10" className="stroke-hover dark:stroke-line" />
          {percent > 0 && (
            <path
              d={arc}
              strokeWidth="10"
              strokeDasharray={`${(percent / 100) * half} ${half + 20}`}
              className={cn(
                "transition-[stroke-dasharray] duration-500",
                shines && percent > high ? "stroke-beam" : "stroke-sea",
              )}
            />
          )}
        </svg>
        <p className="absolute inset-x-0 bottom-0 font-[640] text-[26px] leading-8 tracking-[-0.025em] tabular-nums">
          {percent}%
        </p>
      </div>
      <figcaption className="mt-2">
        <p className="font-[600] text-sm">{label}</p>
        <p className="text-faint text-xs">{text}</p>
      </figcaption>
    </figure>
  );
};
