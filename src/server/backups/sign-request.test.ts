import { expect, test } from "vitest";
import { encodeStrictly, signRequest } from "./sign-request.ts";

// The examples of Amazon's documentation of signature version 4 for S3.
const keys = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const now = Date.parse("2013-05-24T00:00:00Z");
const bucket = "https://examplebucket.s3.amazonaws.com";

test.each([
  [
    "a part of an object",
    { method: "GET", url: new URL(`${bucket}/test.txt`), headers: { range: "bytes=0-9" }, body: "" },
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  ],
  [
    "a new object",
    {
      method: "PUT",
      url: new URL(`${bucket}/${encodeStrictly("test$file.text")}`),
      headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      body: "Welcome to Amazon S3.",
    },
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  ],
  [
    "a query without a value",
    { method: "GET", url: new URL(`${bucket}/?lifecycle`), headers: {}, body: "" },
    "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  ],
  [
    "a query with two values",
    { method: "GET", url: new URL(`${bucket}/?max-keys=2&prefix=J`), headers: {}, body: "" },
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  ],
])("signs %s as Amazon does", (_, request, signature) => {
  expect(signRequest(request, keys, now).authorization).toContain(`Signature=${signature}`);
});
