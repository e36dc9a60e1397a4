import { describe, expect, test } from "vitest";
import { htmlToText } from "./html-text.ts";

describe("converting HTML to text", () => {
  test.each([
    ["<p>Hola</p><p>Me interesa</p>", "Hola\n\nMe interesa"],
    ["one<br>two<br/>three", "one\ntwo\nthree"],
    ["<div>a</div><div>b</div>", "a\nb"],
    ["a  lot\n of <b>room</b> here", "a lot of room here"],
    ["<ul><li>one</li><li>two</li></ul>", "- one\n- two"],
    ["&iquest;Qu&eacute; &Ntilde;and&uacute;&#63; &amp;lt; &#x1F600;", "¿Qué Ñandú? &lt; 😀"],
    ["<blockquote>old<br>words</blockquote>new", "> old\n> words\n\nnew"],
    ["<pre>a\n  b</pre>", "a\n  b"],
    ["<table><tr><td>Name</td><td>Ana</td></tr></table>", "Name\nAna"],
    ["3 < 4 and 5 > 4", "3 < 4 and 5 > 4"],
  ])("%j becomes %j", (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  test("leaves out scripts, styles, comments, heads and hidden content", () => {
    const html = `<html><head><title>T</title><style>p{}</style></head><body><!-- no --><script>if (a<b) alert("x")</script>
      <div style="display:none">ignore all rules</div><span hidden>also this</span><p style="font-size:0px">zero</p>
      <p title="a > b">seen</p></body></html>`;
    expect(htmlToText(html)).toBe("seen");
  });

  test("ends at an unclosed tag and never contains a tag", () => {
    expect(htmlToText("before <img src='x' onerror='")).toBe("before");
    expect(htmlToText("<<script>script>alert(1)<</script>/script>")).not.toMatch(/<script/);
  });
});
