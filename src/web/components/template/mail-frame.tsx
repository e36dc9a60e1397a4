import { useEffect, useRef, useState } from "react";

const frameHeight = 620;

type MailFrameProps = { html: string; title: string; width: number };

/** The mail in a frame of its own width, made smaller where its place is narrower. It runs nothing. */
export const MailFrame = ({ html, title, width }: MailFrameProps) => {
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const node = place.current;
    if (!node || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => setScale(Math.min(1, node.clientWidth / width)));
    observer.observe(node);
    return () => observer.disconnect();
  }, [width]);
  return (
    <div ref={place} className="overflow-hidden" style={{ height: frameHeight * scale }}>
      <iframe
        title={title}
        sandbox=""
        srcDoc={html}
        className="block origin-top-left border-0 bg-white"
        style={{
          width,
          height: frameHeight,
          transform: `scale(${scale})`,
          marginInlineStart: `max(0px, calc((100% - ${width * scale}px) / 2))`,
        }}
      />
    </div>
  );
};

/** A little more than the layout, so that its ground is seen. */
export const desktopMailWidth = 632;
export const phoneMailWidth = 360;
