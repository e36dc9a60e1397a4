import { useAge, useFormat } from "#web/lib/format.ts";

export const RelativeTime = ({ instant }: { instant: string }) => {
  const format = useFormat();
  const age = useAge(instant);
  return (
    <time dateTime={instant} title={format.dateTime(instant)} className="whitespace-nowrap">
      {age}
    </time>
  );
};
