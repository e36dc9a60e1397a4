import * as z from "zod";
import { type ProblemDefinition, serverProblems } from "./server-problems.ts";

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
  single_sign_on_only: {
    status: 403,
    en: "Only single sign-on is allowed here. Administrators with a second factor may also use their password",
    es: "Aquí solo se permite el inicio de sesión único. Los administradores con un segundo factor también pueden usar su contraseña",
  },
  sign_in_overdue: {
    status: 410,
    en: "The code was not entered in time. Sign in again",
    es: "El código no se ingresó a tiempo. Inicie sesión de nuevo",
  },
  no_local_admin: {
    status: 409,
    en: "First, an administrator must have a password and a second factor, to get in when the identity provider is away",
    es: "Antes, un administrador debe tener una contraseña y un segundo factor, para entrar cuando el proveedor de identidad no responda",
  },
  report_too_large: {
    status: 422,
    en: "Choose a shorter period: there is too much in it to be counted for some people only",
    es: "Elija un período más corto: tiene demasiado para contarlo solo para algunas personas",
  },
  broadcast_state: {
    status: 409,
    en: "The broadcast is in another state by now",
    es: "El envío masivo ya está en otro estado",
  },
  broadcast_check_old: {
    status: 409,
    en: "Check the broadcast again: its check is older than a day",
    es: "Revise de nuevo el envío masivo: su revisión tiene más de un día",
  },
  move_too_late: {
    status: 409,
    en: "By then the step would be too late, and the sequence would skip it",
    es: "Para entonces el paso llegaría tarde y la secuencia lo omitiría",
  },
  broadcast_nobody: {
    status: 409,
    en: "No person would get this broadcast",
    es: "Ninguna persona recibiría este envío masivo",
  },
  broadcast_number_differs: {
    status: 409,
    en: "The number of people is another one. Look at the check again",
    es: "El número de personas es otro. Mire de nuevo la revisión",
  },
  broadcast_asked: {
    status: 409,
    en: "The start of this broadcast already waits for approval",
    es: "El inicio de este envío masivo ya espera aprobación",
  },
  no_second_user: {
    status: 409,
    en: "No other user may approve this. It takes a user who may approve and work on rules",
    es: "Ningún otro usuario puede aprobar esto. Hace falta un usuario que pueda aprobar y trabajar en reglas",
  },
  approval_own: {
    status: 403,
    en: "A second user must approve what you asked for",
    es: "Otro usuario debe aprobar lo que usted pidió",
  },
  outage_not_current: {
    status: 409,
    en: "LUMA reports no large outage in this region at the moment, or its figures are out of date",
    es: "LUMA no informa de una interrupción grande en esta región en este momento, o sus cifras no están al día",
  },
  forbidden: { status: 403, en: "Your role does not allow this", es: "Su rol no permite esta acción" },
  token_unknown: { status: 401, en: "There is no such token", es: "Esta clave no existe" },
  token_revoked: { status: 401, en: "The token was revoked", es: "La clave fue revocada" },
  token_expired: { status: 401, en: "The token has expired", es: "La clave venció" },
  token_user_inactive: {
    status: 401,
    en: "The user of the token is no longer active",
    es: "El usuario de la clave ya no está activo",
  },
  token_suspended: {
    status: 403,
    en: "The token is suspended, because many of its calls were refused. Its owner can allow it again",
    es: "La clave está suspendida porque muchas de sus llamadas fueron rechazadas. Su dueño puede permitirla de nuevo",
  },
  token_wrong_address: {
    status: 403,
    en: "The token may not be used from this address",
    es: "La clave no puede usarse desde esta dirección",
  },
  token_not_allowed_here: {
    status: 403,
    en: "Programs cannot do this; a user must, signed in",
    es: "Los programas no pueden hacer esto; debe hacerlo un usuario con sesión iniciada",
  },
  token_lacks_scope: {
    status: 403,
    en: "The token does not have the scope that this call needs",
    es: "La clave no tiene el alcance que esta llamada necesita",
  },
  token_lacks_role: {
    status: 403,
    en: "The role of the token's user does not allow this",
    es: "El rol del usuario de la clave no permite esta acción",
  },
  key_answer_lost: {
    status: 409,
    en: "The request with this idempotency key was carried out, but its answer was lost. The details name what it changed; it is not done again",
    es: "La solicitud con esta clave de idempotencia se realizó, pero su respuesta se perdió. Los detalles nombran lo que cambió; no se repite",
  },
  state_unknown: {
    status: 400,
    en: "There is no such request state, or it was used, is of another call, or has expired",
    es: "Este estado de solicitud no existe, ya se usó, es de otra llamada o venció",
  },
  field_map_missing: {
    status: 422,
    en: "No fields are linked yet. Choose on the Fields tab which fields belong together, and save them first",
    es: "Todavía no hay campos enlazados. Elija en la pestaña Campos cuáles corresponden y guárdelos primero",
  },
  sync_not_possible: {
    status: 409,
    en: "The sync is not in a state in which this is possible",
    es: "La sincronización no está en un estado que lo permita",
  },
  too_many_devices: {
    status: 409,
    en: "Ten devices show your notifications already. Remove one first",
    es: "Ya hay diez dispositivos que muestran sus notificaciones. Quite uno primero",
  },
  too_many_hooks: {
    status: 409,
    en: "The token has too many hooks; remove those that are no longer needed",
    es: "La clave tiene demasiados enlaces; quite los que ya no se necesitan",
  },
  oauth_off: {
    status: 404,
    en: "Assistants cannot sign in here; an administrator switches it on under Settings › API",
    es: "Los asistentes no pueden iniciar sesión aquí; un administrador lo activa en Ajustes › API",
  },
  oauth_client_unknown: {
    status: 400,
    en: "The program that sent you here could not be identified",
    es: "No se pudo identificar el programa que lo envió aquí",
  },
  oauth_redirect_unknown: {
    status: 400,
    en: "The program wants the answer at an address that is not its own",
    es: "El programa quiere la respuesta en una dirección que no es suya",
  },
  invalid_key: {
    status: 400,
    en: "An idempotency key has 1 to 255 visible ASCII characters",
    es: "Una clave de idempotencia tiene de 1 a 255 caracteres ASCII visibles",
  },
  key_reused: {
    status: 422,
    en: "This idempotency key was used for another request",
    es: "Esta clave de idempotencia se usó para otra solicitud",
  },
  key_in_progress: {
    status: 409,
    en: "A request with this idempotency key is being processed. Ask again in a moment",
    es: "Una solicitud con esta clave de idempotencia se está procesando. Pregunte de nuevo en un momento",
  },
  joins_unanswered: {
    status: 409,
    en: "Many rows of the file name the same people. Say first whether they are joined or left out",
    es: "Muchas filas del archivo nombran a las mismas personas. Diga primero si se unen o se omiten",
  },
  gate_stopped: {
    status: 409,
    en: "Nothing may be sent to this person like this; the reasons say why",
    es: "No se puede enviar esto a esta persona; las razones dicen por qué",
  },
  rule_on: {
    status: 409,
    en: "The rule is on; switch it off first",
    es: "La regla está activada; desactívela primero",
  },
  approval_over: {
    status: 409,
    en: "This request was already decided or has expired",
    es: "Esta solicitud ya se decidió o venció",
  },
  approvals_full: {
    status: 429,
    en: "Too many requests of this token wait for an operator. Ask again when some were decided",
    es: "Demasiadas solicitudes de esta clave esperan a un operador. Pida de nuevo cuando se decidan algunas",
  },
  sends_full: {
    status: 429,
    en: "This token has asked for as many sends as it may in a day",
    es: "Esta clave ya pidió todos los envíos que puede pedir en un día",
  },
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
  answered_meanwhile: {
    status: 409,
    en: "Something new came into the conversation while you were writing. Yours was not sent",
    es: "Llegó algo nuevo a la conversación mientras usted escribía. Lo suyo no se envió",
  },
  person_exists: {
    status: 409,
    en: "A person with this phone number or email address is already here. The details name them",
    es: "Ya hay una persona con este teléfono o correo. Los detalles la indican",
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
  exceeds_own_rights: {
    status: 403,
    en: "You can only give, change or take away rights that you have yourself",
    es: "Solo puede dar, cambiar o quitar derechos que usted mismo tiene",
  },
  short_passwords: {
    status: 409,
    en: "A user of this role has a password that is too short for these rights. Ask them to choose a longer one first",
    es: "Un usuario de este rol tiene una contraseña demasiado corta para estos derechos. Pídale primero que elija una más larga",
  },
  no_recipient: {
    status: 409,
    en: "There is no active user there who may answer conversations",
    es: "Allí no hay ningún usuario activo que pueda contestar conversaciones",
  },
  already_invited: {
    status: 409,
    en: "This address has an open invitation. Send it again instead",
    es: "Esta dirección tiene una invitación abierta. Envíela de nuevo",
  },
  invitation_unknown: {
    status: 404,
    en: "This link is not valid. Perhaps a newer one was sent",
    es: "Este enlace no es válido. Quizás se envió uno más reciente",
  },
  invitation_used: {
    status: 410,
    en: "This invitation was already accepted. Sign in with your email and password",
    es: "Esta invitación ya se aceptó. Inicie sesión con su correo y contraseña",
  },
  invitation_expired: {
    status: 410,
    en: "This invitation has expired. Ask for a new one",
    es: "Esta invitación venció. Pida una nueva",
  },
  invitation_revoked: {
    status: 410,
    en: "This invitation was taken back",
    es: "Esta invitación fue retirada",
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
  upload_incomplete: {
    status: 409,
    en: "A part of the file is missing. Upload it again",
    es: "Falta una parte del archivo. Súbalo de nuevo",
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
  too_many_closing_days: {
    status: 409,
    en: "There are at most 100 closing days or spans; remove those that are over",
    es: "Hay como máximo 100 días o períodos de cierre; quite los que ya pasaron",
  },
  too_many_test_callers: {
    status: 409,
    en: "A script has at most 50 test callers; delete those that are no longer needed",
    es: "Un guion tiene como máximo 50 llamadas de prueba; elimine las que ya no se necesiten",
  },
  belongs_to_channel: {
    status: 409,
    en: "This endpoint lists what people write to you. It cannot be changed or deleted",
    es: "Este punto de entrada muestra lo que le escriben. No se puede cambiar ni eliminar",
  },
  belongs_to_form: {
    status: 409,
    en: "This endpoint belongs to a form. Change or delete the form instead",
    es: "Este punto de entrada pertenece a un formulario. Cambie o elimine el formulario",
  },
  changed_count: {
    status: 409,
    en: "The number of events has changed in the meantime. Count again",
    es: "La cantidad de eventos cambió mientras tanto. Vuelva a contar",
  },
  ...serverProblems,
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;

export const problemBody = z.object({
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** What a program needs to go on, by the code: for `answered_meanwhile`, the missed items. */
  details: z.unknown().optional(),
});
export type ProblemBody = z.infer<typeof problemBody>;
