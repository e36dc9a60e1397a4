/** A word in plain letters, or a mark, with its span in the own text. */
export type Token = { word: string; start: number; end: number; isMark: boolean };

const tokenPattern =
  /https?:\/\/\S+|www\.\S+|[\w.+-]+@[\w-]+\.[\w.-]+|\b[ap]\. ?m\b\.?|[\p{L}][\p{L}\p{M}'’´`]*|\d+(?:[:.,/-]\d+)*|[:;]-?[)(D]|<3|\p{Extended_Pictographic}|[?!.,;:…\n()[\]$%#@¿¡—–-]/gu;

/** Abbreviations of text messages in both languages. */
const abbreviations = new Map(
  `u=you ur=your r=are n=and yall=you pls=please plz=please plss=please thx=thanks ty=thanks tks=thanks
  tysm=thanks thnx=thanks tnx=thanks tmrw=tomorrow tmr=tomorrow tmw=tomorrow 2moro=tomorrow 2nite=tonight
  tonite=tonight appt=appointment appts=appointments appointmnt=appointment msg=message msgs=messages
  txt=text txts=texts txting=texting wanna=want_to gonna=going_to gotta=got_to lemme=let_me gimme=give_me cuz=because
  bc=because b/c=because w=with wo=without abt=about idk=i_dont_know rn=right_now ppl=people num=number
  nbr=number info=information mins=minutes min=minutes hrs=hours hr=hour wk=week wks=weeks wknd=weekend 
  tues=tuesday tue=tuesday weds=wednesday wed=wednesday thurs=thursday thur=thursday thu=thursday fri=friday
   jan=january feb=february aug=august sept=september oct=october nov=november dec=december
  okay=ok okey=ok oki=ok okis=ok kk=ok okk=ok yeah=yes yea=yes yep=yes
  yup=yes yah=yes ye=yes nope=no nah=no nop=no
  q=que ke=que xq=porque pq=porque porq=porque xk=porque pa=para pal=para_el xfa=por_favor
  xfavor=por_favor porfa=por_favor porfavor=por_favor porfis=por_favor plis=por_favor tmb=tambien
  tb=tambien tbn=tambien tmbn=tambien bn=bien dnd=donde cdo=cuando msj=mensaje msjs=mensajes mns=mensaje
  toy=estoy ta=esta tamos=estamos tas=estas na=nada salu2=saludos grax=gracias grs=gracias
  gracia=gracias aki=aqui x=por d=de cel=celular tel=telefono nro=numero 
  lun=lunes mie=miercoles mier=miercoles jue=jueves vie=viernes sab=sabado dom=domingo finde=fin_de_semana
  aver=a_ver nomas=no_mas nome=no_me kiero=quiero kien=quien qien=quien ntp=no_te_preocupes ntc=broma
  wsp=whatsapp wpp=whatsapp wasap=whatsapp guasap=whatsapp uds=ustedes ud=usted vd=usted sr=senor sra=senora
  dr=doctor dra=doctora sip=si sipi=si siii=si nel=no`
    .split(/\s+/)
    .map((pair): [string, string[]] => {
      const [short = "", long = ""] = pair.split("=");
      return [short, long.split("_")];
    }),
);

const emoticons: Record<string, string> = {
  ":)": "🙂",
  ":-)": "🙂",
  ":D": "😀",
  ":-D": "😀",
  ";)": "😉",
  ";-)": "😉",
};

const signs: Record<string, string> = { $: "_dollar", "%": "_percent", "#": "_hash", "@": "_at" };

/** Lower case without accents; a letter that is repeated for emphasis stands once. */
export const foldWord = (word: string): string => {
  let folded = word.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is the common case and needs no more.
  if (!/^[\x00-\x7f]*$/.test(folded)) folded = folded.normalize("NFKD").replace(/[\p{M}’´]/gu, "");
  return folded.replace(/['`]/g, "").replace(/(\p{L})\1{2,}/gu, "$1");
};

const plainWords = (raw: string): { words: readonly string[]; isMark: boolean } => {
  const first = raw.charCodeAt(0);
  if (/^\p{L}/u.test(raw)) {
    if (/^(?:https?:\/\/|www\.)/i.test(raw)) return { words: ["_url"], isMark: false };
    if (raw.includes("@")) return { words: ["_mail"], isMark: false };
    if (/^[ap]\. ?m\b/i.test(raw)) return { words: [`${raw[0]?.toLowerCase()}m`], isMark: false };
    const folded = foldWord(raw);
    return { words: abbreviations.get(folded) ?? [folded], isMark: false };
  }
  if (first >= 48 && first <= 57) {
    if (raw.includes("@")) return { words: ["_mail"], isMark: false };
    const digits = raw.replace(/\D/g, "").length;
    return { words: [digits >= 7 ? "_phone" : raw], isMark: false };
  }
  if (raw === ":(" || raw === ":-(") return { words: ["🙁"], isMark: false };
  if (raw === "<3") return { words: ["❤"], isMark: false };
  const emoticon = emoticons[raw];
  if (emoticon) return { words: [emoticon], isMark: false };
  if (/^[;…()[—–-]$/.test(raw)) return { words: ["."], isMark: true };
  if (raw === "]") return { words: ["\n"], isMark: true };
  if (/^[?!.,:\n¿¡]$/.test(raw)) return { words: [raw], isMark: true };
  return { words: [signs[raw] ?? raw], isMark: false };
};

/** Words, numbers, emojis and marks in order. A phone number, an address and a link each become one word. */
export const tokenize = (text: string): Token[] => {
  const tokens: Token[] = [];
  for (const match of text.matchAll(tokenPattern)) {
    const raw = match[0];
    const { words, isMark } = plainWords(raw);
    // Opening marks say nothing that the closing ones do not.
    if (isMark && (words[0] === "¿" || words[0] === "¡")) continue;
    for (const word of words)
      tokens.push({ word, start: match.index, end: match.index + raw.length, isMark });
  }
  return tokens;
};
