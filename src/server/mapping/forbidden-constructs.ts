/** Names that JSONata or this product binds. */
export const builtInFunctions = [
  ..."abs append assert average base64decode base64encode boolean ceil clone contains count decodeUrl".split(
    " ",
  ),
  ..."decodeUrlComponent distinct each encodeUrl encodeUrlComponent error eval exists filter floor".split(
    " ",
  ),
  ..."formatBase formatInteger formatNumber fromMillis join keys length lookup lowercase map match max".split(
    " ",
  ),
  ..."merge millis min not now number pad parseInteger power random reduce replace reverse round shuffle".split(
    " ",
  ),
  ..."sift single sort split spread sqrt string substring substringAfter substringBefore sum toMillis".split(
    " ",
  ),
  ..."trim type uppercase zip json".split(" "),
];
const reserved = new Set([...builtInFunctions, "$", ""]);

type AstNode = {
  type?: unknown;
  lhs?: { value?: unknown };
  focus?: unknown;
  index?: unknown;
  arguments?: unknown;
};

const boundNames = (node: AstNode): unknown[] => [
  ...(node.type === "bind" ? [node.lhs?.value] : []),
  node.focus,
  node.index,
];

/** A parameter is seen by its function alone, except that transforms look `$clone` up where they are called. */
const isCloneParameter = ({ type, arguments: parameters }: AstNode): boolean =>
  type === "lambda" &&
  Array.isArray(parameters) &&
  parameters.some((parameter: AstNode["lhs"]) => parameter?.value === "clone");

/**
 * The part of an expression that could change objects which it shares with other expressions: the transform operator
 * and another meaning for a built-in name. Undefined when there is none.
 */
export const findForbiddenConstruct = (ast: unknown): string | undefined => {
  if (ast === null || typeof ast !== "object" || ast instanceof RegExp) return undefined;
  const node = ast as AstNode;
  if (node.type === "transform") return "| … | … |";
  if (isCloneParameter(node)) return "$clone";
  const rebound = boundNames(node).find((name) => typeof name === "string" && reserved.has(name));
  if (rebound !== undefined) return `$${String(rebound)}`;
  for (const part of Object.values(ast)) {
    const found = findForbiddenConstruct(part);
    if (found !== undefined) return found;
  }
  return undefined;
};
