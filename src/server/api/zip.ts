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

export type ZipFields = {
  name: string;
  crc: number;
  packedSize: number;
  size: number;
  at: Date;
  /** Besides the one for names in UTF-8. */
  flags?: number;
};

/** The fields that the local header and the central directory have in common. */
const commonFields = ({ name, crc, packedSize, size, at, flags = 0 }: ZipFields): Buffer => {
  const { date, time } = dosTime(at);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(utf8Flag | flags, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt16LE(time, 6);
  fields.writeUInt16LE(date, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packedSize, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
};

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

export const localRecord = (fields: ZipFields): Buffer =>
  Buffer.concat([uint32(localSignature), commonFields(fields), Buffer.from(fields.name)]);

export const directoryRecord = (fields: ZipFields, offset: number): Buffer =>
  Buffer.concat([
    uint32(directorySignature),
    Buffer.from([version, 0]),
    commonFields(fields),
    unusedAttributes,
    uint32(offset),
    Buffer.from(fields.name),
  ]);

export const endRecord = (entries: number, directorySize: number, directoryOffset: number): Buffer => {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(endSignature, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
};

/** A ZIP archive (APPNOTE 4.3) of at most 65,535 entries and 4 GB. */
export const createZip = (entries: readonly ZipEntry[], at: Date): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const packed = deflateRawSync(content);
    const fields = { name, crc: crc32(content), packedSize: packed.length, size: content.length, at };
    const local = localRecord(fields);
    directory.push(directoryRecord(fields, offset));
    parts.push(local, packed);
    offset += local.length + packed.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...parts, central, endRecord(entries.length, central.length, offset)]);
};
