type Translations = { en: string; es: string };

/** Answers to the keywords that carriers require. */
export const serviceTemplates: Record<"opt_out_confirmation" | "opt_in_confirmation" | "help", Translations> =
  {
    opt_out_confirmation: {
      en: "{{company_name}}: You are unsubscribed and will not receive more messages. Reply START to hear from us again.",
      es: "{{company_name}}: Le dimos de baja y no recibira mas mensajes. Responda INICIAR para volver a recibirlos.",
    },
    opt_in_confirmation: {
      en: "{{company_name}}: Welcome back. You will receive our messages again. Reply STOP to end them.",
      es: "{{company_name}}: Bienvenido de vuelta. Recibira nuestros mensajes otra vez. Responda ALTO para terminarlos.",
    },
    help: {
      en: "{{company_name}}: Reply here and a person will read it. Reply STOP to end all messages.",
      es: "{{company_name}}: Responda aqui y una persona lo leera. Responda ALTO para terminar todos los mensajes.",
    },
  };
