/** A command line; a literal in it is put in as a quoted string. */
export const createReader = (goOn: () => void, onLine: (line: string) => void): ((data: Buffer) => void) => {
  let waiting = Buffer.alloc(0);
  let line = "";
  /** Bytes of a literal that are still to come. */
  let literal = 0;
  return (data) => {
    waiting = Buffer.concat([waiting, data]);
    for (;;) {
      if (literal > 0) {
        if (waiting.length < literal) return;
        const text = waiting.toString("utf8", 0, literal);
        line += `"${text.replace(/["\\]/g, "\\$&")}"`;
        waiting = waiting.subarray(literal);
        literal = 0;
      }
      const end = waiting.indexOf("\r\n");
      if (end < 0) return;
      line += waiting.toString("utf8", 0, end);
      waiting = waiting.subarray(end + 2);
      const announced = /\{(\d+)(\+?)\}$/.exec(line);
      if (announced) {
        literal = Number(announced[1]);
        line = line.slice(0, announced.index);
        if (announced[2] === "") goOn();
        if (literal > 0) continue;
        line += '""';
        continue;
      }
      const whole = line;
      line = "";
      onLine(whole);
    }
  };
};
