import { cn } from "#web/lib/cn.ts";
import { linearScale } from "./plot-scale.ts";

const height = 18;
const middle = height / 2;
const whisker = "stroke-ink";

type ShareBarProps = {
  /** Between 0 and 1, with its interval. */
  share: number;
  lower: number;
  upper: number;
  /** The share at the right end. */
  max: number;
  isQuiet?: boolean;
};

/** A share as a bar, with a whisker over its interval. Decorative, as the figures beside it give the information. */
export const ShareBar = ({ share, lower, upper, max, isQuiet = false }: ShareBarProps) => {
  const x = linearScale([0, max], [0, 100]);
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={height}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      className="block overflow-visible"
    >
      <rect x="0" y="3" width="100" height={height - 6} className="fill-hover" />
      <rect
        x="0"
        y="3"
        width={x(share)}
        height={height - 6}
        className={cn(isQuiet ? "fill-faint" : "fill-sea")}
      />
      <g strokeWidth="1.5">
        <line
          x1={x(lower)}
          x2={x(upper)}
          y1={middle}
          y2={middle}
          className={whisker}
          vectorEffect="non-scaling-stroke"
        />
        {[lower, upper].map((end, index) => (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: the two ends may be equal
            key={index}
            x1={x(end)}
            x2={x(end)}
            y1={middle - 4}
            y2={middle + 4}
            className={whisker}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </g>
    </svg>
  );
};
