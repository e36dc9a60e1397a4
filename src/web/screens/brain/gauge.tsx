import { cn } from "#web/lib/cn.ts";

/** From here on a score shines. */
const highScore = 75;
const radius = 62;
const arcLength = Math.PI * radius;
const arcPath = `M 8 72 A ${radius} ${radius} 0 0 1 ${8 + 2 * radius} 72`;

type GaugeProps = {
  label: string;
  description: string;
  value: number;
  /** Is a high value good news? */
  isHighGood: boolean;
};

export const Gauge = ({ label, description, value, isHighGood }: GaugeProps) => {
  const percent = Math.min(100, Math.max(0, value));
  return (
    <figure className="grid justify-items-center text-center">
      <div className="relative">
        <svg aria-hidden="true" viewBox="0 0 140 80" className="w-45 fill-none" strokeLinecap="round">
          <path d={arcPath} strokeWidth="10" className="stroke-hover dark:stroke-line" />
          {percent > 0 && (
            <path
              d={arcPath}
              strokeWidth="10"
              strokeDasharray={`${(percent / 100) * arcLength} ${arcLength + 20}`}
              className={cn(
                "transition-[stroke-dasharray] duration-500",
                isHighGood && percent > highScore ? "stroke-beam" : "stroke-sea",
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
        <p className="text-faint text-xs">{description}</p>
      </figcaption>
    </figure>
  );
};
