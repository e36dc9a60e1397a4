import type { Language } from "#domain/language.ts";

export type ProblemDefinition = { status: number } & Record<Language, string>;

/** What is no fault of the caller: the state of the server, its database and its disk. */
export const serverProblems = {
  internal: { status: 500, en: "Something went wrong on our side", es: "Algo falló de nuestro lado" },
  too_slow: {
    status: 503,
    en: "This took too long and was stopped. Please try again, or with less at once",
    es: "Esto tardó demasiado y se detuvo. Intente de nuevo, o con menos a la vez",
  },
  busy: {
    status: 503,
    en: "The server is busy with other work. Please try again shortly",
    es: "El servidor está ocupado con otras tareas. Intente de nuevo en breve",
  },
  stopping: {
    status: 503,
    en: "This process is stopping. Please try again shortly",
    es: "Este proceso se está deteniendo. Intente de nuevo en breve",
  },
  read_only: {
    status: 503,
    en: "The database accepts no changes right now: a failover may be under way. Please try again shortly",
    es: "La base de datos no acepta cambios por ahora: puede haber una conmutación en curso. Intente de nuevo en breve",
  },
  disk_full: {
    status: 503,
    en: "The disk of the server is full. Nothing can be stored until an administrator frees space",
    es: "El disco del servidor está lleno. No se puede guardar nada hasta que un administrador libere espacio",
  },
  unavailable: {
    status: 503,
    en: "The database cannot be reached right now. Please try again shortly",
    es: "No se puede acceder a la base de datos. Intente de nuevo en breve",
  },
} as const satisfies Record<string, ProblemDefinition>;
