const width = 86;
const height = 26;

/** The trend of recent values. Decorative, as the figure beside it gives the information. */
export const Sparkline = ({
  values,
  highlighted = false,
}: {
  values: readonly number[];
  highlighted?: boolean;
}) => {
  const top = Math.max(...values, 1);
  const step = width / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => `${index * step},${height - 1 - (value / top) * (height - 3)}`);
  return (
    <svg aria-hidden="true" width={width} height={height} className={highlighted ? "text-beam" : "text-sea"}>
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
};
