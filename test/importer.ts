import { expect } from "vitest";
import type { SandboxFaro } from "./sandbox-faro.ts";

const pieceBytes = 2_097_152;

/** Takes imports through their steps, as the screen does. */
export const createImporter = (product: () => Pick<SandboxFaro, "send" | "pool">, timeout = 50_000) => {
  const upload = async (content: string | Buffer, name = "people.csv"): Promise<string> => {
    const bytes = Buffer.from(content as string);
    const { body } = await product().send("POST", "/api/imports", { name, size: bytes.length });
    for (let position = 0; position * pieceBytes < bytes.length; position++) {
      const piece = bytes.subarray(position * pieceBytes, (position + 1) * pieceBytes);
      const { status } = await product().send("PUT", `/api/imports/${body.id}/pieces/${position}`, {
        contentBase64: piece.toString("base64"),
      });
      expect(status).toBe(200);
    }
    return body.id;
  };

  const detail = async (id: string) => (await product().send("GET", `/api/imports/${id}`)).body;
  const becomes = async (id: string, state: string) => {
    await expect
      .poll(async () => (await product().send("GET", `/api/batches/${id}`)).body.state, { timeout })
      .toBe(state);
    return detail(id);
  };
  const read = async (id: string, options: object = {}, state = "mapped") => {
    expect((await product().send("POST", `/api/imports/${id}/read`, options)).status).toBe(200);
    return becomes(id, state);
  };
  const map = async (id: string, change: object) => {
    const { options } = await detail(id);
    const { status, body } = await product().send("PUT", `/api/imports/${id}/options`, {
      ...options,
      ...change,
    });
    expect(status).toBe(200);
    return body;
  };
  const check = async (id: string) => {
    await product().send("POST", `/api/imports/${id}/check`);
    return becomes(id, "checked");
  };
  const run = async (id: string) => {
    expect((await product().send("POST", `/api/imports/${id}/run`)).status).toBe(200);
    return becomes(id, "done");
  };
  const importFile = async (content: string | Buffer, change: object = {}) => {
    const id = await upload(content);
    await read(id);
    // Short files that name a person twice would ask first.
    await map(id, { answers: { twice_in_file: "join" }, ...change });
    await check(id);
    await run(id);
    return id;
  };
  const undo = async (id: string) => {
    expect((await product().send("POST", `/api/batches/${id}/undo`)).status).toBe(200);
    return becomes(id, "undone");
  };
  const people = async () => (await product().pool.query("SELECT * FROM people ORDER BY id")).rows;
  const rowsOf = async (id: string, query = "") =>
    (await product().send("GET", `/api/batches/${id}/rows?${query}`)).body.rows;

  return { upload, detail, becomes, read, map, check, run, importFile, undo, people, rowsOf };
};
