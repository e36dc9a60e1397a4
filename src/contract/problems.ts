import * as z from "zod";
import type { Language } from "#domain/language.ts";

type ProblemDefinition = { status: number } & Record<Language, string>;

/** Every error of the API: programs read the code, users the text. */
export const problems = {
  invalid: { status: 400, en: "Please check your input data", es: "Revise los datos ingresados" },
  bad_json: { status: 400, en: "The body is not valid JSON", es: "El cuerpo no es JSON válido" },
  unauthenticated: { status: 401, en: "Please sign in", es: "Inicie sesión" },
  hook_refused: {
    status: 401,
    en: "The request could not be verified",
    es: "No se pudo verificar la solicitud",
  },
  unreadable: { status: 400, en: "The body could not be read", es: "No se pudo leer el cuerpo" },
  wrong_credentials: { status: 401, en: "Invalid email or password", es: "Correo o contraseña incorrectos" },
  second_factor_needed: {
    status: 401,
    en: "Enter the code of your authenticator app",
    es: "Ingrese el código de su aplicación de autenticación",
  },
  wrong_code: {
    status: 422,
    en: "The code is wrong or was already used",
    es: "El código es incorrecto o ya se usó",
  },
  second_factor_required: {
    status: 403,
    en: "Administrators must set up a second factor first",
    es: "Los administradores deben configurar primero un segundo factor",
  },
  forbidden: { status: 403, en: "Your role does not allow this", es: "Su rol no permite esta acción" },
  cross_site: {
    status: 403,
    en: "The request came from another site",
    es: "La solicitud vino de otro sitio",
  },
  not_found: { status: 404, en: "Not found", es: "No encontrado" },
  conflict: {
    status: 409,
    en: "Someone else changed this in the meantime. Reload to see the newest version",
    es: "Otra persona cambió esto mientras tanto. Recargue para ver la versión más reciente",
  },
  already_exists: { status: 409, en: "This already exists", es: "Esto ya existe" },
  in_use: {
    status: 409,
    en: "This is still used elsewhere",
    es: "Esto todavía se usa en otra parte",
  },
  last_admin: {
    status: 409,
    en: "There must be at least one active administrator",
    es: "Debe quedar al menos un administrador activo",
  },
  call_over: {
    status: 409,
    en: "The call is already over",
    es: "La llamada ya terminó",
  },
  call_not_taken: {
    status: 409,
    en: "Take the call over first",
    es: "Primero tome la llamada",
  },
  call_planned: {
    status: 409,
    en: "A call to this person is already planned or running",
    es: "Ya hay una llamada planificada o en curso con esta persona",
  },
  no_script: {
    status: 422,
    en: "There is no such script that is switched on. Switch one on under Voice",
    es: "No hay tal guion activado. Active uno en Voz",
  },
  too_large: { status: 413, en: "The request is too large", es: "La solicitud es demasiado grande" },
  unsupported_media: { status: 415, en: "Send JSON", es: "Envíe JSON" },
  wrong_password: {
    status: 422,
    en: "The current password is wrong",
    es: "La contraseña actual es incorrecta",
  },
  secret_required: {
    status: 422,
    en: "Enter the secret again to change where it is sent",
    es: "Vuelva a ingresar el secreto para cambiar a dónde se envía",
  },
  not_configured: {
    status: 422,
    en: "This service is not configured yet",
    es: "Este servicio todavía no está configurado",
  },
  vendor_failed: {
    status: 502,
    en: "The other service answered with an error",
    es: "El otro servicio respondió con un error",
  },
  throttled: {
    status: 429,
    en: "Too many attempts. Please wait a moment and try again",
    es: "Demasiados intentos. Espere un momento e intente de nuevo",
  },
  too_many: {
    status: 429,
    en: "Too many requests. Please send them more slowly",
    es: "Demasiadas solicitudes. Envíelas más despacio",
  },
  changed_count: {
    status: 409,
    en: "The number of events has changed in the meantime. Count again",
    es: "La cantidad de eventos cambió mientras tanto. Vuelva a contar",
  },
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
  unavailable: {
    status: 503,
    en: "The database cannot be reached right now. Please try again shortly",
    es: "No se puede acceder a la base de datos. Intente de nuevo en breve",
  },
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;

export const problemBody = z.object({
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ProblemBody = z.infer<typeof problemBody>;
