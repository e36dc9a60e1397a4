import { replyWords } from "#domain/compliance/reply-text.ts";

const words = (...patterns: string[]): RegExp => new RegExp(`\\b(?:${patterns.join("|")})\\b`);

/**
 * Wishes that messages and calls stop in French, German, Portuguese and Haitian Creole, which the grammar does not
 * read. Customers switch to them.
 */
const otherLanguages = words(
  "arretez (?:de |d)?(?:me |m)?(?:contacter|deranger|telephoner|appeler|ecrire|envoyer|harceler)|arretez(?: tout)?$|arretez (?:vos|ces) (?:appels|messages)",
  "(?:ne )?(?:mappelez|mecrivez|me contactez|me rappelez|me telephonez|me derangez|menvoyez) (?:plus|jamais)|^(?:(?:svp|non|merci|stop|de) )*(?:ne )?(?:mappelez|mecrivez|me contactez|me rappelez|me telephonez|me derangez|menvoyez) pas",
  "(?:enlevez|retirez|supprimez|effacez) (?:moi|mon numero)|desinscri(?:vez|re)(?: moi)?|desabonne(?:z|r|ment)?(?: moi)?|me desabonner",
  "rufen sie (?:mich |hier )?nicht (?:mehr|wieder)|nicht mehr (?:anrufen|kontaktieren)|(?:mir|bitte) nicht mehr schreiben|keine (?:weiteren )?(?:anrufe|nachrichten) mehr",
  "horen sie auf(?: mich anzurufen| mir zu schreiben)?|(?:streichen|loschen|nehmen) sie (?:mich|meine nummer)|^stopp$|^aufhoren$|abmelden$",
  "pare(?:m)? de (?:me )?(?:ligar|chamar|mandar|incomodar)|nao (?:me )?(?:ligue|liguem|chame|chamem|contate|incomode|mande|mandem)(?: mais)?|nao quero mais (?:ligac\\w+|mensage\\w+|receber)|(?:tire|tira|remova|retire|apague) (?:o )?meu (?:numero|nome|contato)",
  "sispann(?: rele| ekri)?|pa (?:rele|ekri) m(?:wen)?(?: anko)?|pa (?:rele|ekri) anko",
);

/** The words of the wish, or undefined. */
export const findOtherLanguageOptOut = (text: string): string | undefined =>
  otherLanguages.exec(replyWords(text).join(" ").replaceAll(" | ", " ").replaceAll("|", "").trim())?.[0];
