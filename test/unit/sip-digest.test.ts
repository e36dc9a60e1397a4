import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { answerChallenge, chooseChallenge, digestResponse, type HashText } from "#domain/sip/digest.ts";
import { parseSipReply, type SipReply } from "#domain/sip/message.ts";

const hashText: HashText = (hash, text) =>
  createHash(hash === "MD5" ? "md5" : "sha256")
    .update(text)
    .digest("hex");

const challenged = (...headers: string[]): SipReply =>
  parseSipReply(
    `SIP/2.0 401 Unauthorized\r\n${headers.map((header) => `${header}\r\n`).join("")}\r\n`,
  ) as SipReply;
const challengeOf = (...headers: string[]) => {
  const challenge = chooseChallenge(challenged(...headers));
  if (!challenge) throw new Error("No challenge was read");
  return challenge;
};
const account = {
  username: "1001",
  password: "secret",
  method: "REGISTER",
  uri: "sip:pbx.example.com",
  body: "",
};
const answerOf = (header: string, cnonce = "cn1", nonceCount = 1) =>
  digestResponse({ ...account, challenge: challengeOf(header), cnonce, nonceCount }, hashText);

describe("the digest of a password", () => {
  test.each([
    [
      "without qop",
      'WWW-Authenticate: Digest realm="asterisk", nonce="nonce1"',
      "5a89ebc15150de7397cd17a489ec0e99",
    ],
    [
      "with qop=auth",
      'WWW-Authenticate: Digest realm="asterisk",nonce="nonce1",qop="auth"',
      "596c68e86d26221e00ad9ff5b726f3c6",
    ],
    [
      "with both kinds of qop, of which auth is used",
      'WWW-Authenticate: Digest realm="asterisk", nonce="nonce1", qop="auth-int,auth", algorithm=md5',
      "596c68e86d26221e00ad9ff5b726f3c6",
    ],
  ])("equals the known value %s", (_name, header, expected) => {
    expect(answerOf(header)).toBe(expected);
  });

  test.each([
    ["SHA-256", "auth", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"],
    ["MD5", "auth", "8ca523f5e9506fed4657c9700eebdbec"],
  ])("equals the example of RFC 7616 for %s", (algorithm, qop, expected) => {
    const challenge = challengeOf(
      `WWW-Authenticate: Digest realm="http-auth@example.org", qop="${qop}", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`,
    );
    const answer = {
      challenge,
      username: "Mufasa",
      password: "Circle of Life",
      method: "GET",
      uri: "/dir/index.html",
      cnonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
      nonceCount: 1,
      body: "",
    };
    expect(digestResponse(answer, hashText)).toBe(expected);
  });

  test("covers the session for MD5-sess, and the body for auth-int", () => {
    const md5 = (text: string) => hashText("MD5", text);
    const account1 = md5("1001:asterisk:secret");
    const session = md5(`${account1}:nonce1:cn1`);
    expect(
      answerOf('WWW-Authenticate: Digest realm="asterisk",nonce="nonce1",algorithm=MD5-sess,qop="auth"'),
    ).toBe(md5(`${session}:nonce1:00000001:cn1:auth:${md5("REGISTER:sip:pbx.example.com")}`));
    expect(answerOf('WWW-Authenticate: Digest realm="asterisk",nonce="nonce1",qop="auth-int"')).toBe(
      md5(`${account1}:nonce1:00000001:cn1:auth-int:${md5(`REGISTER:sip:pbx.example.com:${md5("")}`)}`),
    );
  });
});

describe("the challenge to answer", () => {
  test("is the strongest of those offered, and an unknown algorithm is passed over", () => {
    const challenge = challengeOf(
      'WWW-Authenticate: Digest realm="a", nonce="1", algorithm=MD5',
      'WWW-Authenticate: Digest realm="a", nonce="2", algorithm=SHA-256, qop="auth"',
      'WWW-Authenticate: Digest realm="a", nonce="3", algorithm=SHA-512-256',
    );
    expect(challenge).toMatchObject({ nonce: "2", algorithm: { name: "SHA-256" }, qop: "auth" });
  });

  test("of a proxy is answered in the proxy's header", () => {
    const challenge = challengeOf('Proxy-Authenticate: Digest realm="p", nonce="n", stale=TRUE, opaque="o"');
    expect(challenge.isStale).toBe(true);
    expect(answerChallenge({ ...account, challenge, cnonce: "c", nonceCount: 2 }, hashText)).toEqual({
      name: "Proxy-Authorization",
      value: expect.stringMatching(
        /^Digest username="1001", realm="p", nonce="n", uri="sip:pbx\.example\.com", response="[0-9a-f]{32}", opaque="o"$/,
      ),
    });
  });

  test("keeps commas and escaped quotes of a realm as they were sent", () => {
    const challenge = challengeOf(
      'WWW-Authenticate: Digest realm="Acme, \\"North\\"" , nonce="n", qop="auth"',
    );
    expect(challenge.realm).toBe('Acme, \\"North\\"');
    expect(answerChallenge({ ...account, challenge, cnonce: "c", nonceCount: 10 }, hashText).value).toContain(
      'realm="Acme, \\"North\\"", nonce="n"',
    );
    expect(answerChallenge({ ...account, challenge, cnonce: "c", nonceCount: 10 }, hashText).value).toContain(
      "qop=auth, nc=0000000a",
    );
  });

  test.each([
    'WWW-Authenticate: Basic realm="a"',
    'WWW-Authenticate: Digest realm="a"',
    'WWW-Authenticate: Digest realm="a", nonce=""',
    'WWW-Authenticate: Digest realm="a", nonce="1", nonce="2"',
    'WWW-Authenticate: Digest realm="a, nonce="1"',
    'WWW-Authenticate: Digest realm="a", nonce="1", qop="token"',
    'WWW-Authenticate: Digest realm="a", nonce="1", algorithm=AKAv1-MD5',
    `WWW-Authenticate: Digest realm="a", nonce="${"1".repeat(2000)}"`,
  ])("does not exist in %s", (header) => {
    expect(chooseChallenge(challenged(header))).toBeUndefined();
  });
});
