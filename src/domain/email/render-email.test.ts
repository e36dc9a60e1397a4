import { describe, expect, test } from "vitest";
import { designText, shownDesign } from "./design-text.ts";
import { type EmailBlock, type EmailDesign, emailDesign, imagesOf } from "./email-design.ts";
import { fillHref, parseInline } from "./inline-text.ts";
import { renderEmail } from "./render-email.ts";

const image = "7b0d9a52-0000-4000-8000-000000000001";
const shared = { id: "a", onlyIf: null };
const text = (words: string, onlyIf: string | null = null): EmailBlock => ({
  id: "t",
  onlyIf,
  kind: "text",
  text: words,
});
const design = (...blocks: EmailBlock[]): EmailDesign => ({ preheader: "", blocks, footerNote: "" });

const values = { first_name: "Ana", company_website: "https://sol.example", "field.bill": "240" };

const render = (drawn: EmailDesign, more: Record<string, unknown> = {}) =>
  renderEmail(drawn, {
    values: { ...values, ...more },
    language: "en",
    subject: "Hello",
    footer: {
      sender: "Sol <Este>, Calle 1",
      unsubscribe: { label: "Unsubscribe", url: "https://sol.example/u/1" },
    },
    imageUrl: (id) => `https://sol.example/images/${id}`,
  });

describe("the HTML of a design", () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;
  const blocks: [string, EmailBlock][] = [
    ["text", text(hostile)],
    ["text with marks", text(`**${hostile}** [${hostile}](https://a.example/"onmouseover="x)`)],
    ["heading", { ...shared, kind: "heading", text: hostile, level: 1 }],
    ["button", { ...shared, kind: "button", label: hostile, href: `javascript:alert(1)`, align: "left" }],
    [
      "button with quotes",
      { ...shared, kind: "button", label: "a", href: `https://a.example/"onclick="alert(1)`, align: "wide" },
    ],
    [
      "image",
      { ...shared, kind: "image", imageId: image, width: 10, height: 10, alt: hostile, href: hostile },
    ],
    ["list", { ...shared, kind: "list", items: [hostile], isNumbered: false }],
    ["social", { ...shared, kind: "social", links: [{ network: "x", href: `javascript:${hostile}` }] }],
    ["columns", { ...shared, kind: "columns", columns: [[{ ...shared, kind: "text", text: hostile }], []] }],
  ];

  test.each(blocks)("of a %s escapes markup and drops addresses that are none", (_name, block) => {
    const html = render({ ...design(block), preheader: hostile, footerNote: hostile });
    expect(html).not.toMatch(/<script|<img src=x|javascript:|" ?on[a-z]+="/i);
  });

  test.each([
    [hostile],
    ["{{company_name}}"],
    ["**bold** [a](https://evil.example)"],
    ["<b>"],
    ["\u202eevil"],
  ])("shows the value %j as text", (value) => {
    const html = render(design(text("Hi {{first_name}}")), { first_name: value });
    expect(html).not.toMatch(/<script|<b>|<strong>|evil\.example"|\u202e/);
  });

  const filled = (mark: string): [string, EmailBlock][] => [
    ["text", text(`${mark} **${mark}** [${mark}](https://a.example/${mark}) ${mark}`)],
    ["heading", { ...shared, kind: "heading", text: mark, level: 2 }],
    ["button", { ...shared, kind: "button", label: mark, href: mark, align: "center" }],
    [
      "button with a value",
      { ...shared, kind: "button", label: "a", href: `https://a.example/?q=${mark}`, align: "left" },
    ],
    ["image", { ...shared, kind: "image", imageId: image, width: 10, height: 10, alt: mark, href: mark }],
    ["list", { ...shared, kind: "list", items: [mark], isNumbered: true }],
    ["social", { ...shared, kind: "social", links: [{ network: "x", href: mark }] }],
    ["columns", { ...shared, kind: "columns", columns: [[{ ...shared, kind: "text", text: mark }], []] }],
  ];
  const attacks = [
    hostile,
    `javascript:alert(1)//`,
    `data:text/html,<script>alert(1)</script>`,
    `' onerror='alert(1)`,
    "</td></table><!--[if mso]>",
    "]]><![CDATA[",
    "{{company_website}}",
  ];

  test.each(filled("{{field.note}}"))("of a %s keeps a hostile value as text", (_name, block) => {
    const calm = render({ ...design(block), preheader: "a", footerNote: "b" }, { "field.note": "" });
    for (const attack of attacks) {
      const drawn = { ...design(block), preheader: "{{field.note}}", footerNote: "{{field.note}}" };
      const html = render(drawn, { "field.note": attack });
      expect(html).not.toMatch(/<script|<img src=x|href="(?:javascript|data):|["'] ?on[a-z]+=["']|]]>/i);
      // The value opens and closes nothing: only conditional comments of our own stand in the mail.
      expect(html.split("<!--").length).toBeLessThanOrEqual(calm.split("<!--").length + 1);
      expect(html.split("<table").length).toBe(html.split("</table>").length);
    }
  });

  test.each(filled(`{{short_link|https://a.example/"onclick="alert(1)}}`))(
    "of a %s has no link for a short link that is none",
    (_name, block) => {
      expect(render(design(block))).not.toMatch(/["'] ?onclick=["']/);
    },
  );

  test.each(filled("{{short_link|https://a.example/x}}"))("of a %s has the short link", (_name, block) => {
    const html = render(design(block), { "short_link|https://a.example/x": "https://go.example/l/1" });
    // A part of another address is encoded.
    expect(html).toMatch(/https:\/\/go\.example\/l\/1|https%3A%2F%2Fgo\.example%2Fl%2F1/);
  });

  test("has bold text, links, and values in both", () => {
    const html = render(design(text("**Hi {{first_name}}**, [see](https://a.example/?n={{first_name}}).")));
    expect(html).toContain("<strong>Hi Ana</strong>");
    expect(html).toContain('href="https://a.example/?n=Ana"');
  });

  test("shows no template in place of a link whose variable has spaces", () => {
    const html = render(
      design(text("https://a.example/?n={{ first_name }} [see](https://a.example/{{last_name|to all}})")),
    );
    expect(html).toContain('href="https://a.example/?n=Ana"');
    expect(html).toContain('href="https://a.example/to%20all"');
    expect(html).not.toContain("{{");
  });

  test("leaves a block out where its variable is empty", () => {
    const drawn = design(text("Always"), text("Bill {{field.bill}}", "field.bill"));
    expect(render(drawn)).toContain("Bill 240");
    expect(render(drawn, { "field.bill": " " })).not.toContain("Bill");
  });

  test("shows the words of a picture that cannot be loaded", () => {
    const html = renderEmail(
      design({ ...shared, kind: "image", imageId: image, width: 9, height: 9, alt: "A roof", href: "" }),
      {
        values,
        language: "es",
        subject: "",
        footer: { sender: "Sol", unsubscribe: null },
        imageUrl: () => null,
      },
    );
    expect(html).toContain("A roof");
    expect(html).not.toContain("<img");
  });

  test("always has the sender and the unsubscribe link", () => {
    const html = render(design(text("a")));
    expect(html).toContain("Sol &lt;Este&gt;, Calle 1");
    expect(html).toContain('href="https://sol.example/u/1"');
  });
});

describe("the plain text of a design", () => {
  const drawn = design(
    { ...shared, kind: "heading", text: "Hi {{first_name}}", level: 1 },
    text("**Bold** and [a link](https://a.example)"),
    { ...shared, kind: "button", label: "Book", href: "https://a.example/book", align: "left" },
    { ...shared, kind: "image", imageId: image, width: 1, height: 1, alt: "A roof", href: "" },
    { ...shared, kind: "list", items: ["One", "Two"], isNumbered: true },
    { ...shared, kind: "divider" },
    {
      ...shared,
      kind: "columns",
      columns: [[{ ...shared, kind: "text", text: "Left" }], [{ ...shared, kind: "text", text: "Right" }]],
    },
    { ...shared, kind: "social", links: [{ network: "facebook", href: "https://f.example" }] },
  );

  test("reads from top to bottom, with its variables as they are written", () => {
    expect(designText({ ...drawn, footerNote: "Because you asked" })).toBe(
      [
        "Hi {{first_name}}",
        "Bold and a link (https://a.example)",
        "Book: https://a.example/book",
        "[A roof]",
        "1. One\n2. Two",
        "---",
        "Left\n\nRight",
        "Facebook: https://f.example",
        "Because you asked",
      ].join("\n\n"),
    );
  });

  test("leaves out what is not shown, in columns too", () => {
    const columns: EmailBlock = {
      ...shared,
      kind: "columns",
      columns: [[{ id: "b", onlyIf: "last_name", kind: "text", text: "Left" }], []],
    };
    expect(designText(shownDesign(design(columns), values))).toBe("");
  });
});

test.each([
  ["https://a.example/{{first_name}}", { first_name: "a b/&" }, "https://a.example/a%20b%2F%26"],
  ["{{company_website}}/book", { company_website: "https://sol.example" }, "https://sol.example/book"],
  ["{{company_website}}", { company_website: "javascript:alert(1)" }, null],
  ["{{company_website}}", {}, null],
  ["https://a.example/{{first_name|my friend}}", {}, "https://a.example/my%20friend"],
  ["java{{first_name}}", { first_name: "script:alert(1)" }, null],
  ["mailto:a@b.example", {}, "mailto:a@b.example"],
  ["mailto:{{company_email}}", { company_email: "a@b.example" }, "mailto:a@b.example"],
  ["mailto:{{email}}", { email: "a@b.example?bcc=c@d.example" }, "mailto:a@b.example%3Fbcc%3Dc@d.example"],
  ["tel:{{company_phone}}", { company_phone: "+1 787 555-0100" }, "tel:+1787555-0100"],
  ["tel:{{company_phone}}", { company_phone: "call me" }, null],
  ["tel:+1 787 555 0100", {}, "tel:+1 787 555 0100"],
  ["data:text/html,x", {}, null],
  ["//a.example", {}, null],
])("the link %s leads to the right address or nowhere", (template, given, expected) => {
  expect(fillHref(template, given)).toBe(expected);
});

test.each([
  ["a **b** c", ["a ", "b*", " c"]],
  ["[a](https://x.example)", ["a>https://x.example"]],
  ["see https://x.example/a.", ["see ", "https://x.example/a>https://x.example/a", "."]],
  ["**open", ["**open"]],
  ["[a](b c)", ["[a](b c)"]],
  [
    "https://x.example/{{ first_name }}, b",
    ["https://x.example/{{ first_name }}>https://x.example/{{ first_name }}", ", b"],
  ],
  [
    "https://x.example/{{first_name|my friend}}",
    ["https://x.example/{{first_name|my friend}}>https://x.example/{{first_name|my friend}}"],
  ],
  ["[a](https://x.example/{{ first_name|(you) }})", ["a>https://x.example/{{ first_name|(you) }}"]],
  ["[a](https://x.example/{{open)", ["[a](", "https://x.example/>https://x.example/", "{{open)"]],
  ["https://x.example/{id}", ["https://x.example/{id}>https://x.example/{id}"]],
])("the marks of %j are read", (template, expected) => {
  const pieces = parseInline(template);
  expect(
    pieces.map(({ text: words, isBold, href }) => `${words}${isBold ? "*" : ""}${href ? `>${href}` : ""}`),
  ).toEqual(expected);
});

test("a design holds no columns in columns, no unknown block, no unknown field and no more than 60 blocks", () => {
  const leaf = { id: "a", kind: "text", text: "a" };
  const columns = { id: "c", kind: "columns", columns: [[leaf], [leaf]] };
  const isValid = (...blocks: unknown[]) => emailDesign.safeParse({ blocks }).success;
  expect(isValid(columns)).toBe(true);
  expect(isValid({ ...columns, columns: [[columns], [leaf]] })).toBe(false);
  expect(isValid({ id: "a", kind: "html", html: "<b>" })).toBe(false);
  expect(isValid({ ...leaf, style: "x" })).toBe(false);
  expect(isValid(...Array(61).fill(leaf))).toBe(false);
  expect(isValid()).toBe(false);
});

test("lists the pictures of a design, those in columns too", () => {
  const shown: EmailBlock = {
    ...shared,
    kind: "columns",
    columns: [[{ ...shared, kind: "image", imageId: image, width: 1, height: 1, alt: "a", href: "" }], []],
  };
  expect(imagesOf(design(shown))).toEqual([image]);
});
