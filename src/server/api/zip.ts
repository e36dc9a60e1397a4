import { crc32, deflateRawSync } from "node:zlib";

export type ZipEntry = { name: string; content: Buffer };

const deflated = 8;
/** Names are UTF-8. */
const utf8Flag = 0x0800;
const version = 20;
const localSignature = 0x04034b50;
const directorySignature = 0x02014b50;
const endSignature = 0x06054b50;
/** Comment, disk, and attributes of the file. */
const unusedAttributes = Buffer.alloc(10);

/** Date and time as MS-DOS stores them, in steps of two seconds. */
const dosTime = (at: Date): { date: number; time: number } => ({
  date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
});

/** The fields that the local header and the central directory have in common. */
const commonFields = (name: Buffer, content: Buffer, packed: Buffer, at: Date): Buffer => {
  const { date, time } = dosTime(at);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(utf8Flag, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt16LE(time, 6);
  fields.writeUInt16LE(date, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** A ZIP archive (APPNOTE 4.3) of at most 65,535 entries and 4 GB. */
export const createZip = (entries: readonly ZipEntry[], at: Date): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const nameBytes = Buffer.from(name);
    const packed = deflateRawSync(content);
    const fields = commonFields(nameBytes, content, packed, at);
    const local = Buffer.concat([uint32(localSignature), fields, nameBytes, packed]);
    directory.push(
      uint32(directorySignature),
      Buffer.from([version, 0]),
      fields,
      unusedAttributes,
      uint32(offset),
      nameBytes,
    );
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(endSignature, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
};
