/** Illustration: a lighthouse ("faro") at night. */
export const Seascape = () => (
  <div className="relative h-36 overflow-hidden bg-deep sm:h-48 lg:h-auto">
    <svg
      aria-hidden="true"
      viewBox="0 0 800 900"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.17 0.03 242)" />
          <stop offset="0.62" stopColor="oklch(0.27 0.05 230)" />
          <stop offset="0.72" stopColor="oklch(0.36 0.06 222)" />
        </linearGradient>
        <linearGradient id="sea" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.3 0.055 226)" />
          <stop offset="1" stopColor="oklch(0.17 0.035 238)" />
        </linearGradient>
        <linearGradient id="beam-right" x1="0" y1="0" x2="1" y2="0">
          <stop offset="0" stopColor="oklch(0.86 0.14 82)" stopOpacity="0.6" />
          <stop offset="0.45" stopColor="oklch(0.86 0.14 82)" stopOpacity="0.22" />
          <stop offset="1" stopColor="oklch(0.86 0.14 82)" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="beam-left" x1="1" y1="0" x2="0" y2="0">
          <stop offset="0" stopColor="oklch(0.86 0.14 82)" stopOpacity="0.5" />
          <stop offset="0.45" stopColor="oklch(0.86 0.14 82)" stopOpacity="0.18" />
          <stop offset="1" stopColor="oklch(0.86 0.14 82)" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="glow">
          <stop offset="0" stopColor="oklch(0.88 0.14 84)" stopOpacity="0.75" />
          <stop offset="1" stopColor="oklch(0.88 0.14 84)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="800" height="900" fill="url(#sky)" />
      <g fill="#fff">
        {stars.map(([x, y, r]) => (
          <circle key={`${x}-${y}`} cx={x} cy={y} r={r} opacity={0.25 + r / 4} />
        ))}
      </g>
      <path d="M412 398 L860 268 L860 560 L412 412 Z" fill="url(#beam-right)" />
      <path d="M388 398 L-60 300 L-60 520 L388 412 Z" fill="url(#beam-left)" />
      <circle cx="400" cy="405" r="110" fill="url(#glow)" />
      <rect y="640" width="800" height="260" fill="url(#sea)" />
      <path d="M250 660 Q320 604 400 606 Q486 604 560 660 Z" fill="oklch(0.15 0.03 240)" />
      <path d="M372 622 L384 432 L416 432 L428 622 Z" fill="oklch(0.95 0.008 220)" />
      <path d="M400 622 L400 432 L416 432 L428 622 Z" fill="oklch(0.8 0.02 222)" />
      <path d="M380.6 486 L419.4 486 L422.4 534 L377.6 534 Z" fill="oklch(0.48 0.088 218)" />
      <rect x="376" y="424" width="48" height="9" rx="2" fill="oklch(0.24 0.035 236)" />
      <rect x="386" y="390" width="28" height="34" rx="3" fill="oklch(0.86 0.15 82)" />
      <path d="M380 390 Q400 360 420 390 Z" fill="oklch(0.24 0.035 236)" />
      <g stroke="oklch(0.86 0.14 82)" strokeLinecap="round">
        <path d="M380 678h40M366 700h70M352 726h104M380 756h52M340 790h120" strokeWidth="3" opacity="0.22" />
      </g>
      <g stroke="#fff" strokeLinecap="round" strokeWidth="2" opacity="0.1">
        <path d="M80 690h90M610 700h110M180 760h70M560 780h150M60 830h140M470 850h90" />
      </g>
    </svg>
  </div>
);

const stars: [number, number, number][] = [
  [60, 80, 1.2],
  [140, 210, 0.9],
  [210, 120, 1.5],
  [300, 60, 1],
  [330, 250, 0.8],
  [430, 150, 1.3],
  [520, 70, 0.9],
  [560, 230, 1.1],
  [640, 130, 1.5],
  [720, 60, 1],
  [740, 220, 0.8],
  [90, 330, 0.9],
  [250, 330, 0.7],
  [660, 330, 0.8],
];
