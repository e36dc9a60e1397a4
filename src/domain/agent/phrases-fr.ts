import type { AgentPhrases } from "./agent-phrases.ts";

export const frenchPhrases: AgentPhrases = {
  disclosure: (business) =>
    `Bonjour, ici ${business ? `l’assistant d’intelligence artificielle de ${business}` : "un assistant d’intelligence artificielle"}.`,
  recorded: "Cet appel est enregistré.",
  optOutHint: "Pour ne plus être appelé, dites stop ou appuyez sur le 9.",
  optOutByText: "Pour ne plus être appelé, envoyez le mot stop par message à ce numéro.",
  optedOut: "C’est compris. Nous ne vous contacterons plus. Au revoir.",
  optedOutToPerson:
    "C’est compris. Nous ne vous contacterons plus. Pour votre réclamation, je vous passe quelqu’un. Un instant, s’il vous plaît.",
  possibleOptOut: "Si vous ne voulez plus que nous vous contactions, appuyez sur le 9 ou dites stop.",
  isMachine: (business) =>
    `Oui, je suis ${business ? `l’assistant d’intelligence artificielle de ${business}` : "un assistant d’intelligence artificielle"}, pas une personne. Si vous préférez une personne, dites-le-moi.`,
  whoIsCalling: (business) =>
    `Je suis ${business ? `l’assistant d’intelligence artificielle de ${business}` : "un assistant d’intelligence artificielle"}, pas une personne.`,
  toPerson: "Bien sûr. Je vous passe quelqu’un. Un instant, s’il vous plaît.",
  toPersonClosed:
    "Personne de l’équipe ne peut prendre l’appel maintenant. J’ai demandé que l’on vous rappelle. Quelle heure vous convient ?",
  nobodyFree: "Je suis désolé, personne n’est libre en ce moment. J’ai demandé que l’on vous rappelle.",
  callbackNoted: "Très bien, c’est noté. Quelqu’un vous rappellera.",
  callbackNotedAt: (when) => `Très bien, j’ai noté de vous rappeler ${when}.`,
  appointmentAskWhen: "Avec plaisir. Quel jour et quelle heure vous conviennent ?",
  appointmentNoted: (when) =>
    `Merci. J’ai noté votre demande pour ${when}. Rien n’est encore définitif : une personne de l’équipe vous la confirmera.`,
  changeNoted:
    "J’ai noté que vous souhaitez changer votre rendez-vous. Une personne de l’équipe vous le confirmera.",
  stillThere: "Vous êtes toujours là ?",
  stillThereAgain: "Je ne vous entends pas. Si vous êtes là, dites quelque chose, s’il vous plaît.",
  silenceGoodbye: "Je ne vous entends pas, je vais donc raccrocher. Merci et au revoir.",
  goodbye: "Merci de m’avoir accordé ce moment. Au revoir.",
  dontKnow: "Je ne le sais pas avec certitude. Je demande à l’équipe, qui vous répondra.",
  dontKnowToPerson: "Je n’ai pas cette réponse non plus. Je vous passe quelqu’un qui l’a.",
  fillers: ["Un instant, s’il vous plaît.", "Je vérifie.", "Une petite seconde."],
  trouble: "Je suis désolé, j’ai un problème en ce moment. Je cherche une personne pour vous.",
  tooManyTroubles: "Je suis désolé, cela ne marche pas aujourd’hui. Quelqu’un vous rappellera. Au revoir.",
  wrongNumber: "Excusez-moi pour cette erreur. Je signale que ce n’est pas le bon numéro. Au revoir.",
  emergency:
    "Mettez tout le monde à l’abri, sortez, raccrochez et appelez le 911 tout de suite. Je préviens quelqu’un de notre équipe.",
  crisis:
    "Je suis vraiment désolé de ce que vous traversez. Vous pouvez appeler le 988 à toute heure, ou le 911 en cas de danger. Je vous cherche une personne.",
  child: "Merci de me l’avoir dit. Je rappellerai quand un adulte sera là. Au revoir.",
  refuseSecret:
    "Ne me donnez pas de numéro de carte, de sécurité sociale ni de mot de passe. Je n’en ai pas besoin et je ne les garde pas. Que puis-je faire d’autre pour vous ?",
  cannotPromise:
    "Je ne peux promettre ni prix, ni remise, ni résultat. Une personne de l’équipe vous dira ce qui est possible.",
  timeIsUp:
    "Le temps de cet appel est bientôt écoulé. Quelqu’un de l’équipe reviendra vers vous. Merci et au revoir.",
  sayAgain: "Pardon, je n’ai pas compris. Pouvez-vous répéter ?",
  sayAgainOnceMore: "Je vous ai mal entendu. Encore une fois, s’il vous plaît ?",
  repeated: ["Bien sûr.", "Je répète :"],
  notRecording: "Très bien, cet appel n’est pas enregistré.",
  isRecorded:
    "Oui, cet appel est enregistré. Si vous ne le voulez pas, dites sans enregistrer, et nous continuons sans.",
  isNotRecorded: "Non, cet appel n’est pas enregistré.",
  screening: (business, purpose) =>
    `Ici ${business ? `l’assistant d’intelligence artificielle de ${business}` : "un assistant d’intelligence artificielle"}. ${purpose || "J’appelle au sujet de votre demande."} Je patiente.`,
  condolence: "J’en suis sincèrement désolé. Je ne vais rien vous vendre, et je préviens notre équipe.",
  noAdvice:
    "Je ne peux donner de conseil médical ou juridique, adressez-vous à un professionnel. Notre équipe peut vous en dire plus.",
  dataRequestNoted:
    "J’ai noté votre demande sur vos données personnelles. Une personne de notre équipe vérifiera qui la fait et vous la confirmera.",
  takenOver: "Un instant, une personne de notre équipe prend le relais.",
  leaveMessage:
    "Bonjour. Laissez votre message après le signal. Il est enregistré, et notre équipe vous rappellera.",
  whisper: (person, note) => `Appel de ${person}. ${note} Appuyez sur 1 pour le prendre.`,
  handedBack: "C’est de nouveau l’assistant d’intelligence artificielle. Comment puis-je vous aider ?",
  reconnected: "Pardon, la ligne a été coupée un instant. Allez-y, je vous écoute.",
  abuse:
    "Je comprends que vous soyez fâché. Je veux vous aider, mais restons polis. Pour ne plus être appelé, appuyez sur le 9.",
  abuseGoodbye: "Je ne peux pas continuer ainsi et je termine l’appel. Au revoir.",
  notInterested:
    "C’est compris, merci de me l’avoir dit. Pour ne plus être appelé, appuyez sur le 9. Au revoir.",
  busyAskWhen: "Pas de problème. Quand pouvons-nous vous rappeler ?",
  complaint: "J’en suis désolé et je veux que ce soit réglé. Voulez-vous que je vous passe une personne ?",
  complaintClosed: "J’en suis désolé. C’est noté, et une personne de l’équipe vous rappellera à ce sujet.",
  acknowledged: ["Très bien.", "Merci.", "Je vois.", "D’accord."],
  welcome: "Je vous en prie.",
  askAgain: "Je vous le demande encore une fois :",
  answersIt: "Cela répond-il à votre question ?",
  anythingElse: "Puis-je faire autre chose pour vous ?",
  noProblem: "Ce n’est pas grave.",
  whenToCallBack: "Quand pouvons-nous vous rappeler ?",
  backToQuestion: "Et pour revenir à ma question :",
  notDoneYet: "Je ne l’ai pas encore fait. Voulez-vous que je le transmette à l’équipe ?",
  contactUnknown: "Je n’ai pas ces coordonnées, mais une personne de l’équipe peut vous les donner.",
  goAhead: "Je vous écoute.",
  injection: "Je ne peux vous aider que pour vos propres affaires avec nous. Que souhaitez-vous savoir ?",
  languageSwitched: "Bien sûr, continuons en français.",
  objection: "Je comprends, rien ne presse.",
  readBack: (value) => `J’ai noté ${value}. Est-ce exact ?`,
  correctedTo: (value) => `Merci, j’ai corrigé : ${value}.`,
  sayPhoneAgain: "Il me manque peut-être un chiffre. Pouvez-vous répéter le numéro, chiffre par chiffre ?",
  sayEmailAgain: "Pouvez-vous répéter l’adresse e-mail lentement, lettre par lettre ?",
  sayTimeAgain: "Je voudrais être sûr. Quel jour et à quelle heure exactement ?",
  leftToPerson: "Je ne suis pas sûr d’avoir bien compris ; une personne de l’équipe le vérifiera avec vous.",
  typeNumber: "Bien sûr. Tapez le numéro sur votre téléphone, puis appuyez sur la touche dièse.",
  isHoliday: (name) => `Notez que ce jour est férié, ${name}.`,
  inOurTime: "à notre heure",
};
