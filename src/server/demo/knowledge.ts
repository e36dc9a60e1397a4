import { sql } from "drizzle-orm";
import type { KnowledgeInput } from "#contract/knowledge.ts";
import type { Tx } from "#server/db/database.ts";
import { deleteKnowledge, insertKnowledge } from "#server/store/ai/knowledge-entries.ts";
import { demoIds } from "./demo-rows.ts";

type DemoEntry = Pick<KnowledgeInput, "kind" | "title" | "body" | "language">;

const question = (language: "en" | "es", title: string, body: string): DemoEntry => ({
  kind: "question",
  title,
  body,
  language,
});

export const demoKnowledge: readonly DemoEntry[] = [
  question(
    "en",
    "How much does a solar system cost?",
    "A system for a home of three bedrooms costs between $14,500 and $19,800 installed, by the size of the roof and your use. The advisor gives you the exact price in writing after a free visit.",
  ),
  question(
    "es",
    "¿Cuánto cuesta un sistema solar?",
    "Un sistema para una casa de tres cuartos cuesta entre $14,500 y $19,800 instalado, según el techo y su consumo. El asesor le da el precio exacto por escrito después de una visita gratis.",
  ),
  question(
    "en",
    "Do you offer financing?",
    "Yes. With approved credit you can pay over 5, 10 or 15 years, with no down payment. Cooperatives and two banks finance our systems; the advisor compares their monthly payments with you.",
  ),
  question(
    "es",
    "¿Tienen financiamiento?",
    "Sí. Con crédito aprobado puede pagar a 5, 10 o 15 años, sin pronto pago. Cooperativas y dos bancos financian nuestros sistemas; el asesor compara con usted los pagos mensuales.",
  ),
  question(
    "es",
    "¿Qué garantía tienen las placas y la batería?",
    "Las placas tienen 25 años de garantía del fabricante, la batería 10 años y nuestra mano de obra 5 años. Si algo falla, nuestro técnico le visita en un plazo de tres días laborables.",
  ),
  question(
    "en",
    "What warranty do the panels and the battery have?",
    "The panels have a manufacturer's warranty of 25 years, the battery of 10 years, and our workmanship of 5 years. If something fails, our technician visits you within three working days.",
  ),
  question(
    "es",
    "¿Cuál es el horario de la oficina?",
    "Atendemos de lunes a viernes de 8:00 a. m. a 5:00 p. m. y los sábados de 9:00 a. m. a 1:00 p. m. Los domingos y días feriados está cerrado.",
  ),
  question(
    "en",
    "What happens in the visit?",
    "The visit is free and takes about an hour. The advisor looks at the roof and the electrical panel, needs your last power bill, and leaves you a written estimate. You decide nothing on that day.",
  ),
  question(
    "en",
    "Does the system work in a power outage?",
    "Panels alone switch off in an outage. With a battery the house keeps its light, the refrigerator and the internet; one battery lasts about a night, and the sun charges it again in the morning.",
  ),
  question(
    "es",
    "¿En qué pueblos trabajan?",
    "Instalamos en toda la isla, también en Vieques y Culebra. Nuestra oficina está en Humacao; en el área este la visita suele ser en la misma semana.",
  ),
  {
    kind: "document",
    language: "es",
    title: "Instalación paso a paso",
    body: `# Instalación paso a paso

## Permisos
Nosotros solicitamos el permiso y la interconexión con LUMA. El trámite tarda entre tres y seis semanas y no tiene costo adicional.

## El día de la instalación
La instalación de las placas dura uno o dos días. Alguien debe estar en la casa.

- El primer día se montan los rieles y las placas.
- El segundo día se conectan el inversor y la batería.
- Al final probamos el sistema con usted.

## Mantenimiento
Las placas se limpian con agua una o dos veces al año. El inversor avisa en la aplicación si algo falla.`,
  },
];

export const addKnowledge = async (tx: Tx): Promise<void> => {
  for (const entry of demoKnowledge)
    await insertKnowledge(
      tx,
      { ...entry, status: "approved", validFrom: null, validTo: null, source: null },
      null,
    );
};

export const removeDemoKnowledge = async (tx: Tx): Promise<void> => {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM knowledge_entries WHERE id IN ${demoIds("knowledge_entries")}`,
  );
  for (const { id } of rows) await deleteKnowledge(tx, id);
};
