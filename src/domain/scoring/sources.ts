/** Where somebody came from, by the words in the source's name. */
const kinds: readonly (readonly [string, RegExp])[] = [
  ["referral", /referr|refer[ií]|recomend|partner|socio|friend|amig/i],
  ["ad", /\bads?\b|facebook|instagram|tiktok|google|campaign|campaña|anuncio|meta\b/i],
  ["list", /import|list|csv|purchased|comprad|archivo|file/i],
  ["form", /form|web|site|sitio|landing|page|página|chat|inbox|mail|correo|whatsapp/i],
];

export const classifySource = (name: string): string | null =>
  kinds.find(([, words]) => words.test(name))?.[0] ?? null;
