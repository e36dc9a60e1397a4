const width = 86;
const height = 26;

/** The shape of a few recent values; decorative, as the figure beside it says what matters. */
export const Sparkline = ({ values, shining = false }: { values: readonly number[]; shining?: boolean }) => {
  const top = Math.max(...values, 1);
  const step = width / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => `${index * step},${height - 1 - (value / top) * (height - 3)}`);
  return (
    <svg aria-hidden="true" width={width} height={height} className={shining ? "text-beam" : "text-sea"}>
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
