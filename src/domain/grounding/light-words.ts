import { plainText, stemOf } from "./fold-text.ts";

/**
 * Words that frame a claim and add nothing to it: units, what every business does, and turns of phrase. Words of scope
 * and order ("same", "outside", "after", "next") are left out on purpose: they change what is claimed.
 */
const lightWords = `
hour hours day days week weeks month months year years minute minutes time times date dates o'clock night nights
morning afternoon evening weekday weekdays weekend dollar dollars cent cents buck bucks price prices priced cost costs costing
charge charges charged fee fees rate rates amount total totals sum bill pay pays paid paying worth money figure
open opens opened opening start starts starting begin begins beginning end ends ending finish finishes close closes closed
run runs running work works working go goes going come comes coming get gets getting take takes taking give gives
do does doing make makes making have has having handle handles deal set sets keep keeps bring brings bringing
carry carries use uses using find finds need needs needed require requires want wants like likes call calls ask asks
say says tell tells know knows mean means show shows see sees look looks looking leave leaves add adds added adding
apply applies applying count counts counted work out comes out add up adds up turn turns stay stays arrive
arrives arriving arrival reach hand hands pick choose let put puts try check happen cover covered covers provide provided
serve serves served do offer offers offered sell sells belong fall falls fit fits qualify qualifies expect hear
own right plus inside within single ahead part parts top full fully regular list line thing things way ways case
cases place spot spots person people guest guests customer customers client clients patient patients member age old
limit limits minimum maximum most least enough plenty altogether clock together apiece rest option options
choice kind sort type one ones other others either both pair couple few lot little bit past around about roughly available
possible suitable able fine okay good great crew team staff shop business office company among along against compared
exception soon slow easy simple such actually basically currently hes shes weve theyre thatd itd itll youd wed yours
depends depending according sorry afraid thanks heads note notes mind sense matter matters whole remaining against
rest per apiece each long longest shortest short past off on top once done ready
hora horas dia dias semana semanas mes meses ano anos minuto minutos tiempo fecha fechas noche noches tarde
manana dolar dolares peso pesos centavo centavos precio precios costo costos cuesta cuestan costaria
cargo cargos tarifa monto total suma suman sumando importe cobra cobran cobramos cobro pagar paga pagan pagaria
pagarian pago vale valen sale salen saldria queda quedan quedaria dinero cuenta
abrimos abre abren abierto abierta abrir atendemos atiende atienden atencion trabajamos trabaja cerramos cierra cierran
cerrado cerrada empieza empiezan comienza termina terminan acaba dura duran tarda tardan toma toman lleva llevan
hace hacen hacemos da dan damos pone ponen ponemos tiene tienen hay incluye incluido entra entran viene vienen va van
llega llegan llegamos llegue lleguen llegar llegando deja dejan dejar dejamos pide piden pedimos pedir pedirlo
pedirlas aplica aplican aplicaria aplicar aplique maneja manejamos ofrece ofrecemos vende vendemos usa usan
usamos uso necesita necesitan requiere requisito necesario trae traer traiga traigan traerlo mandar mande manda
mandamos ver ven vemos decir diga dice sabe saber buscar busca queda llame llamar avise avisar espera esperar
sirve sirven alcanza cabe caben cuenta contamos cuentan contando sigue siguen volver vuelve volvemos cubierta cubierto cubre
propio propia dentro parte partes primeros uno una unos cada cual persona personas cliente clientes paciente
pacientes invitado invitados gente grupo caso casos cosa cosas lugar lado sitio opcion opciones modo manera forma
tipo limite minimo maximo menor mayor edad regla regular igual nuevo antes despacio largo corto mas menos
juntos junto ambos ambas par resto adelante aproximadamente como unos cerca donde epoca periodo plazo plazos
equipo personal negocio empresa oficina tienda local disponible posible suficiente lista listo lunes hoy claro
numero seria serian tendria tendrian podria daria estaria habria habia siendo excepcion excepciones anda paso pasa
corresponde suelta sueltas sueltos aparte apart extra adicional correspond`;

const stems: ReadonlySet<string> = new Set(plainText(lightWords).toLowerCase().split(/\s+/).map(stemOf));
const words: ReadonlySet<string> = new Set(plainText(lightWords).toLowerCase().split(/\s+/));

/** The words above, and their other forms where the stem is long enough to be theirs alone. */
export const isLight = (word: string): boolean =>
  words.has(word) || (stemOf(word).length >= 5 && stems.has(stemOf(word)));
