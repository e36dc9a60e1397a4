import type { Page } from "playwright-core";

/**
 * What does not fit a window: a document that is wider, controls that reach out of it, and texts that cover each other.
 * What a container scrolls or cuts is judged by its visible part.
 */
export const findLayoutProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Boxes of lines touch by this much where lines stand close. */
    const [touchX, touchY] = [1.5, 4];
    type Box = { left: number; right: number; top: number; bottom: number };
    const problems: string[] = [];
    const { innerWidth, innerHeight } = window;
    const nameOf = (text: string) => text.trim().replace(/\s+/g, " ").slice(0, 40);

    /** The innermost element that reaches furthest to the right, as a hint where to look. */
    const widest = (within: Element): string => {
      const right = (element: Element) => element.getBoundingClientRect().right;
      const [first] = [...within.querySelectorAll("*")].toSorted(
        (a, b) => right(b) - right(a) || (a.contains(b) ? 1 : -1),
      );
      return first
        ? `${first.tagName} ${first.getAttribute("class") ?? ""} ${nameOf(first.textContent ?? "")}`
        : "";
    };

    const overflow = document.documentElement.scrollWidth - innerWidth;
    if (overflow > 0) problems.push(`the document is ${overflow} px too wide: ${widest(document.body)}`);

    const dialogs = [...document.querySelectorAll<HTMLElement>("[role=dialog]")];
    const root = dialogs.at(-1) ?? document.body;
    const scrollers = [...root.querySelectorAll("[class*=overflow-y-auto]")];
    for (const body of root === document.body ? scrollers : [...root.children, ...scrollers])
      if (body.scrollWidth > body.clientWidth + 1)
        problems.push(
          `what scrolls down is ${body.scrollWidth - body.clientWidth} px too wide: ${widest(body)}`,
        );

    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      const known = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, known);
      return known;
    };
    const ancestors = (element: Element): Element[] => {
      const list: Element[] = [];
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement)
        list.push(each);
      return list;
    };
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    /** The visible part of a box, after all that cuts it. */
    const cut = (box: Box, element: Element): Box => {
      const seen = { ...box };
      for (const each of ancestors(element)) {
        const { overflowX, overflowY, position } = styleOf(each);
        const frame = each.getBoundingClientRect();
        if (overflowX !== "visible") {
          seen.left = Math.max(seen.left, frame.left);
          seen.right = Math.min(seen.right, frame.right);
        }
        if (overflowY !== "visible") {
          seen.top = Math.max(seen.top, frame.top);
          seen.bottom = Math.min(seen.bottom, frame.bottom);
        }
        if (position === "fixed") break;
      }
      return seen;
    };
    const isShown = ({ left, right, top, bottom }: Box) => right - left > 2 && bottom - top > 2;

    for (const control of root.querySelectorAll("button, a[href], input, select, textarea")) {
      if (!isSeen(control)) continue;
      const box = control.getBoundingClientRect();
      const { left, right } = cut(box, control);
      const scrolls = ancestors(control).some(
        (each) =>
          ["auto", "scroll"].includes(styleOf(each).overflowX) && each.scrollWidth > each.clientWidth + 1,
      );
      if (box.width <= 2 || box.height <= 2 || scrolls) continue;
      const name = nameOf(control.getAttribute("aria-label") ?? control.textContent ?? control.tagName);
      if (box.left < -0.5 || box.right > innerWidth + 0.5) problems.push(`outside the window: ${name}`);
      else if (right - left < Math.min(box.width, 20) - 1) problems.push(`cut off: ${name}`);
    }

    /** Texts that do not scroll with the document are compared with each other only. */
    const levelOf = (element: Element) =>
      ancestors(element).find((each) => styleOf(each).position === "fixed");
    const texts: { box: Box; name: string; level: Element | undefined; element: Element }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || !isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const box = cut(rect, element);
        if (isShown(box) && box.bottom > 0 && box.top < innerHeight * 30)
          texts.push({ box, name: nameOf(node.textContent), level: levelOf(element), element });
      }
    }
    texts.sort((a, b) => a.box.top - b.box.top);
    for (const [index, first] of texts.entries())
      for (const second of texts.slice(index + 1)) {
        if (second.box.top > first.box.bottom) break;
        if (first.level !== second.level || first.element === second.element) continue;
        const width = Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
        const height = Math.min(first.box.bottom, second.box.bottom) - second.box.top;
        if (width > touchX && height > touchY) problems.push(`“${first.name}” covers “${second.name}”`);
      }
    return [...new Set(problems)];
  });
