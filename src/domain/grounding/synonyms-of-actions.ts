/** Everyday actions and their irregular forms that mean nearly the same in English and Spanish; Spanish follows the bar. */
export const actionSynonyms = `
bring brought carry along | traer trae traiga traigan llevar lleva lleve lleven
buy bought purchase purchased get | comprar compra compre adquirir
take took taken accept | tomar tome aceptar acepta recibir recibe
give gave given provide supply hand grant | dar da de den entregar proveer brindar
keep kept hold held retain save | guardar guarda conservar retener mantener quedarse
sell sold carry stock | vender vende vendemos
send sent mail ship shipped post | enviar envia envie mandar manda mande
leave left drop | dejar deje deja entregar
make made prepare build create | hacer haga hecho preparar elaborar confeccionar fabricar
pay paid settle owe owed | pagar pague paga saldar deber adeudar
lose lost forfeit forfeited | perder pierde pierda perdida
break broke broken crack cracked damage damaged | romper roto rompe quebrar danar danado
begin began start commence kick | empezar empieza comenzar comienza iniciar arrancar
choose chose chosen pick select decide | escoger escoge escoja elegir elige seleccionar decidir
write wrote written paper document | escribir escrito
teach taught instruct train coach lesson | ensenar ensena impartir dar clase leccion adiestrar
wear worn put on dress | usar llevar puesto vestir
drive drove driven driver behind wheel | manejar maneje conducir conduce guiar guia chofer conductor
ride rode ridden | montar paseo cabalgar
eat ate eaten feed fed food meal | comer come coma alimentar comida
drink drank sip | beber bebida tomar
see saw seen view look watch | ver visto vea mirar
speak spoke spoken talk language | hablar habla hable conversar
steal stole stolen theft rob | robar robo hurto
cut trim trimming clip | cortar corte recortar recorte podar
move moved shift switch transfer relocate | mover mueve mudar cambiar pasar trasladar transferir
return returned bring back back give | devolver devuelve devolucion regresar retornar
refund refunded money back reimburse | reembolso reembolsar devolver devolucion dinero
credit credited apply applied count counted toward deduct deducted subtract | acreditar acredita abonar descontar descuenta aplicar restar
waive waived drop forgive skip | condonar perdonar eximir no cobrar
cancel cancelled call off calls | cancelar cancela suspender anular
postpone reschedule change date move | posponer aplazar reprogramar mover cambiar fecha
book booked reserve reserved reservation appointment slot hold | reservar reserva reserve apartar aparta separar separa cita turno hora agendar
walk in drop by stop by come by show up unannounced | orden llegada pasar llegar
notice notify advance warning ahead tell let | aviso avisar avise avisando notificar anticipacion antelacion
arrive arrival show up get here | llegar llegue llega llegada presentarse
late tardy delay delayed overdue past | tarde tardar retraso demora atraso
wait waiting queue | esperar espera fila
finish finished ready done complete completed | terminar termina listo lista acabar completar
last lasts run take duration long | durar dura duracion tardar tarda demorar tomar
close closed shut | cerrar cierra cierre cerrado
allow allowed permit permitted welcome okay fine can may | permitir permite permitido aceptar admitir admite dejar poder bienvenido
forbid forbidden prohibited ban banned off limits | prohibir prohibido prohibe
require required need needed must mandatory have to obligatory | requerir requiere requisito necesitar hace falta obligatorio exigir exige pedir pide tener que
optional voluntary choice up to you | opcional voluntario decision
include included come with part contain bundled built covered thrown | incluir incluye incluido viene vienen traer trae formar parte contener cubierto entra
exclude excluded extra separate separately additional apart not included on top | excluir excluye aparte adicional extra
cover covered protect protected insured | cubrir cubre cubierto cubierta proteger amparar
guarantee guaranteed warranty stand behind backed | garantia garantizar garantizado garantizada
fix fixed repair repaired mend sort | arreglar arregla arreglo reparar repara reparacion componer
replace replaced swap exchange new one | reemplazar reemplazo cambiar cambio sustituir
install installed installation put in fit fitted set up mount mounted hook | instalar instala instalacion instalado colocar poner montar monta montaje conectar
assemble assembly put together | ensamblar armar arma montaje
remove removed removal take out haul away dispose | quitar remover remocion sacar llevar retirar botar disponer
clean cleaned cleaning wash washed | limpiar limpia limpieza lavar lavado
paint painted painting | pintar pinta pintura
inspect inspected inspection look check checkup examine examination exam | inspeccionar inspeccion revisar revisa revision chequear chequeo examinar examen evaluar
diagnose diagnosis diagnostic scan | diagnosticar diagnostico escaner
measure measured measurement size | medir mide medidas medida
estimate estimated quote quoted | estimar estimado cotizar cotiza cotizacion presupuesto
deliver delivered delivery drop off bring | entregar entrega envio repartir reparto llevar domicilio
pick up pickup collect collected | recoger recoge recojo recogida buscar pasar
travel go come out visit home call | ir viajar visitar visita llegar domicilio
treat treated treatment see | tratar trata tratamiento atender atiende ver
care cared look after watch attend | cuidar cuida cuido cuidado atender
handle deal work with take on do | atender trabajar manejar encargarse tramitar bregar
help assist assistance support aid | ayudar ayuda asistir asistencia apoyo apoyar
serve served service | servir sirve servicio
rent rented rental hire lease | alquilar alquila alquiler rentar renta arrendar
lend borrow loan loaner | prestar presta prestamo prestado
finance financed financing installments payment plan | financiar financia financiamiento plazos cuotas pagos
save savings cheaper less off | ahorrar ahorra ahorro barato economico menos
discount discounted reduced lower percent off | descuento rebaja rebajado reducido menos
qualify eligible apply | cualificar calificar califica elegible aplicar
approve approved approval | aprobar aprueba aprobado aprobacion
join enroll enrolled sign register registered registration signup | inscribir inscribirse inscripcion matricula matricular apuntarse registrar registro unirse
belong member membership | pertenecer socio miembro membresia
stay stayed remain sleep overnight lodge | quedar quedarse estadia dormir pernoctar alojar hospedar estancia
park parked parking lot garage | estacionar estacionamiento parquear parqueo aparcar
smoke smoking cigarette | fumar fumador cigarrillo
swim swimming swimmer | nadar natacion bano banarse
fish fishing catch | pescar pesca
hunt hunting | cazar caza
dive diving scuba snorkel | bucear buceo esnorquel
dance dancing dancer | bailar baile
sing singing vocal voice | cantar canto voz
play playing player game | jugar juego jugador
cook cooked cooking kitchen chef | cocinar cocina cocinero
bake baked baking bakery oven | hornear horneado panaderia reposteria
freeze frozen pause hold suspend suspended | congelar congela pausar pausa suspender suspension
end ended expire expired run out lapse terminate | terminar vencer vence caducar expirar acabar
renew renewed extend extension longer | renovar renovacion extender extension prorroga
limit limited cap capped maximum no more | limitar limite maximo tope
exceed exceeds over beyond past above surpass | exceder excede pasar pasa sobrepasar superar mas
fit hold seat seated capacity sleeps room space | caber cabe capacidad cupo espacio acomodar
hear listen sound | oir escuchar sonido
smell odor scent | oler olor aroma
hurt injure injured injury pain | lastimar herido lesion doler dolor
sick ill illness disease fever | enfermo enfermedad fiebre malo
dirty stained soiled | sucio manchado
wet rain rainy raining pouring storm weather | mojar mojado lluvia llover llueve tormenta tiempo clima
dry dried drying | secar seco secado
hot heat heated warm heating | calor caliente calentar calefaccion
cold cool chilled cooled | frio enfriar refrigerado
loud noise noisy quiet | ruido ruidoso silencio
broken down failure fault malfunction defect defective | falla averia danado defecto defectuoso roto
lost missing misplaced | perdido extraviado falta
translate translation interpreter | traducir traduccion interprete
notarize notarized notary authenticate certified | notarizar notario autenticar autenticacion certificar
sue lawsuit claim court | demandar demanda reclamar tribunal
pay upfront advance deposit down retainer | adelanto anticipo deposito pronto enganche reserva abono
fee charge cost price surcharge | cargo cobro costo precio tarifa recargo
bill billed invoice statement | factura facturar recibo cobrar
tip gratuity | propina
tax taxes vat | impuesto iva ivu
receipt proof voucher | recibo comprobante
free complimentary charge on us cost nothing | gratis gratuito cortesia sin costo
family relative household parent | familia familiar hogar padres
child children kid kids youngster boy girl minor son daughter | nino nina ninos menor hijo hija nene nena chico
baby babies infant newborn | bebe infante recien nacido
teen teenager adolescent | joven adolescente
brother sister sibling twin | hermano hermana gemelo
woman women lady female she | mujer dama femenino
man men gentleman male he | hombre caballero varon masculino
senior elderly retiree older | mayor anciano jubilado retirado envejeciente
disabled wheelchair disability accessible | discapacidad silla ruedas impedido accesible
friend guest companion visitor plus | amigo amiga invitado acompanante visita
driver chauffeur | chofer conductor
crew team staff worker technician employee | equipo brigada personal empleado tecnico obrero
veteran military soldier | veterano militar
student pupil learner college | estudiante alumno universitario
beginner novice first time never | principiante novato primera vez
advanced experienced expert | avanzado experimentado experto
weekly every week | semanal
monthly month | mensual mes mensualidad
yearly annual year annually | anual ano
evening night overnight nighttime | noche nocturno
afternoon afternoons | tarde
noon midday | mediodia
soon shortly quickly promptly | pronto rapido enseguida
original genuine real | original genuino
copy photocopy duplicate | copia fotocopia duplicado
photo photograph picture image shot | foto fotografia imagen retrato
print printed printing | imprimir impreso impresion imprenta
file digital electronic online | archivo digital electronico linea
video footage clip film | video pelicula grabacion
gallery album | galeria album
key keys lock locked lockout | llave llaves cerradura cerrado
tank cylinder bottle | tanque cilindro botella
wire cable cord | cable alambre
bag bags luggage suitcase baggage | bolsa bulto maleta equipaje
box boxes carton crate | caja cajas
bottle glass cup jar | botella vaso copa frasco taza
plate dish bowl | plato
knife blade sharpen | cuchillo navaja afilar filo
bread loaf roll | pan
cake tart pie pastry dessert | bizcocho torta pastel postre tarta
icing frosting topping filling | relleno glaseado cobertura
flower flowers bouquet rose roses arrangement | flor flores ramo rosa rosas arreglo
soil dirt compost | tierra abono
grass lawn turf yard | grama cesped pasto patio
wood firewood lumber log timber | madera lena
stone rock gravel | piedra grava
sand beach shore | arena playa
boat ship vessel yacht catamaran | bote barco lancha yate catamaran
fishing charter trip | pesca excursion
bike bicycle cycle | bicicleta bici
helmet gear equipment | casco equipo
shoe shoes boot boots footwear | zapato zapatos bota botas calzado
shirt tshirt top clothes | camisa camiseta ropa
towel linen sheet bedding | toalla sabana ropa cama
pillow blanket comforter quilt | almohada manta frisa edredon
tent campsite camp camping | carpa campamento acampar
fire campfire bonfire burn flame | fuego fogata quemar
room suite bedroom | habitacion cuarto suite dormitorio
view balcony terrace patio | vista balcon terraza
elevator stairs floor upstairs flight | ascensor elevador escalera piso
wall ceiling roof | pared techo
window windows pane glass | ventana ventanas cristal vidrio
screen display monitor | pantalla
battery batteries cell | bateria pila
charger charging port plug | cargador carga puerto enchufe
phone cellphone mobile smartphone | telefono celular movil
computer laptop pc desktop | computadora laptop ordenador
software app program application | programa aplicacion sistema
data information records files | datos informacion archivos expediente
tire tires wheel flat | goma llanta neumatico rueda
brake brakes pads | freno frenos pastillas
oil lube | aceite
engine motor | motor
transmission gearbox | transmision caja
truck van pickup | camion camioneta guagua
trailer rv motorhome camper | remolque casa rodante
horse pony mare stable | caballo yegua potro establo
spay neuter sterilized | esterilizar castrar
nail claw | una
tooth teeth molar | diente muela
gum gums | encia
eye eyes vision sight | ojo vista vision
ear hearing | oido audicion auditivo
skin scar tattoo | piel cicatriz tatuaje
hair beard color dye highlights | pelo cabello barba tinte tenir mechas
brow lash wax | ceja pestana cera depilar
massage spa facial | masaje facial
pill medicine medication drug insulin | pastilla medicina medicamento insulina
test lab sample blood urine result | prueba examen laboratorio muestra sangre orina resultado
fast fasting stomach empty | ayuno ayunas
insurance plan policy coverage | seguro plan poliza cubierta
card license id identification passport | tarjeta licencia identificacion pasaporte documento
photo id identification | identificacion foto
social security | seguro social
cash money bills | efectivo dinero
check cheque | cheque
debit | debito
transfer wire zelle ach | transferencia transferir
loan credit mortgage | prestamo credito hipoteca
rate interest apr | tasa interes
apartment condo studio flat | apartamento condominio estudio
land lot acre parcel | terreno solar cuerda parcela
school class course lesson | escuela clase curso leccion
level grade stage | nivel grado
exam test certification certificate | examen prueba certificacion certificado
homework assignment practice | tarea practica ejercicio
book books textbook | libro libros texto
menu dish course entree | menu plato
vegetarian vegan meatless | vegetariano vegano carne
allergy allergic nuts gluten | alergia alergico nueces gluten
spicy hot mild | picante
window shade blind curtain | cortina persiana
leak leaking drip seep seepage | gotera filtracion fuga liqueo
mold moisture damp | moho humedad
flood flooding flooded | inundacion inundar
town city county area district neighborhood | pueblo ciudad municipio condado zona area barrio
street road avenue corner | calle carretera avenida esquina
far farther distance away miles | lejos distancia kilometros millas
near close nearby next | cerca cercano junto
behind back rear | detras atras
front ahead | frente delante
downtown center central | centro
island | isla
airport terminal | aeropuerto terminal
bus shuttle van ride transport transportation | guagua autobus transporte traslado
ticket admission entry pass | boleto entrada admision pase taquilla
tour excursion trip visit guided | recorrido excursion paseo visita gira guiado
guide instructor | guia instructor
lesson session hour | leccion sesion hora clase
team league tournament match | equipo liga torneo partido
gym workout training class | gimnasio entrenamiento clase
trainer coach personal | entrenador
locker shower bathroom restroom | casillero ducha bano
key access entry around clock | acceso llave entrada
storage unit locker | almacen unidad deposito
climate controlled air conditioned ac | climatizado aire acondicionado clima
gate code access | porton codigo acceso
solar panel panels | solar placa panel
generator backup | generador planta respaldo
gas propane fuel | gas propano combustible
electric electricity power | electrico electricidad luz corriente
plumber plumbing pipe drain | plomero plomeria tubo desague
air conditioner ac cooling | aire acondicionado
iron ironing press pressed | planchar planchado plancha
sew hem alteration tailor | coser ruedo costura sastre
suit dress gown | traje vestido
ring jewelry gold necklace | anillo sortija joya oro cadena
frame glasses lens | montura marco armazon lente espejuelos gafas
weight weigh pounds | peso pesar libras
height tall inches | altura alto estatura
width wide | ancho
depth deep | profundidad profundo
length long | largo
party celebration event | fiesta celebracion evento actividad
wedding bride | boda novia
birthday | cumpleanos
language tongue | idioma lengua
english | ingles
spanish | espanol
french | frances
size | tamano talla
small little | pequeno chico
medium | mediano
large big | grande
parent guardian | padres encargado tutor
mother mom | madre mama
father dad | padre papa
door | puerta
gate | porton
noon midday | mediodia
age old years | edad ano viejo`;
