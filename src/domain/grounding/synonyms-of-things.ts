/** Words of things, trades and people that mean nearly the same in English and Spanish; Spanish follows the bar. */
export const thingSynonyms = `
rent rental lease | alquilar alquiler renta rentar arrendar
apartment flat unit | apartamento
room bedroom | cuarto habitacion dormitorio recamara
bathroom bath toilet | bano inodoro
kitchen | cocina
house home residence | casa hogar vivienda residencia
building | edificio
roof roofing | techo tejado
ceiling | techo plafon
wall | pared muro
floor flooring | piso suelo
tile | loseta azulejo teja
shingle | teja asfaltica
metal | metal
wood wooden | madera
concrete cement | concreto cemento
glass | vidrio cristal
window | ventana
door | puerta
garage | garaje marquesina
driveway | entrada
fence | verja cerca
gate | porton
yard garden lawn landscaping | patio jardin grama cesped
grass lawn mow | grama cesped cortar
tree | arbol
plant | planta
pool | piscina alberca
water | agua
leak leaking | gotera fuga filtracion filtrar
pipe plumbing plumber | tubo tuberia plomeria plomero
drain clog | desague drenaje tapado
heater boiler | calentador
air conditioning conditioner ac cooling | aire acondicionado
refrigerator fridge | nevera refrigerador
washer laundry | lavadora lavanderia
dryer | secadora
stove oven | estufa horno
appliance | enser electrodomestico
electricity electric electrical power energy | electricidad electrico luz energia corriente
outage blackout | apagon interrupcion
generator | generador planta
battery | bateria
panel solar | placa panel solar
inverter | inversor
camera | camara
video footage | video grabacion
record recording recorded | grabar grabacion graba
cloud | nube
internet wifi | internet wifi
phone telephone | telefono
call | llamada llamar llama
text message sms | mensaje texto
email mail | correo email
mail post po box postal | postal apartado correo
number | numero
password passcode pin code | contrasena clave codigo
security | seguridad
alarm | alarma
computer laptop | computadora portatil
screen display | pantalla
device equipment unit machine | equipo aparato dispositivo unidad maquina
machine robot automated automatic bot | maquina robot automatico automatizado
assistant | asistente
human person real | humano persona real
part parts piece spare | pieza parte repuesto
tool | herramienta
oil | aceite
filter | filtro
change | cambio
brake | freno
tire | goma llanta neumatico
wheel | rueda aro
engine motor | motor
transmission | transmision
car vehicle auto automobile | carro auto vehiculo automovil coche
truck pickup van | camion camioneta guagua troca
motorcycle | motora moto motocicleta
bike bicycle | bicicleta bici
boat | bote barco lancha
used secondhand preowned | usado segunda
new brand | nuevo
old | viejo antiguo
mile mileage | milla millaje
foot feet | pie
square | cuadrado
inch | pulgada
yard | yarda
pound lb weigh weight | libra peso pesar
gallon | galon
quart | cuarto
liter | litro
ton | tonelada
kilo kilogram | kilo kilogramo
size | tamano
large big | grande
small little | pequeno chico
dog puppy | perro perrito can
cat kitten | gato gatito
pet animal | mascota animal
bird | ave pajaro
exotic | exotico
iguana reptile exotic | iguana reptil exotico
ant | hormiga
roach cockroach | cucaracha
mouse mice rodent rat | raton rata roedor
termite | termita comejen polilla
pest insect bug | plaga insecto
flea | pulga
tick | garrapata
spray treatment treat fumigate | tratamiento tratar fumigar fumigacion
chemical | quimico
medical medicine medication drug pill | medico medicina medicamento pastilla
doctor physician | doctor medico
nurse | enfermera enfermero
clinic hospital | clinica hospital
patient | paciente
dentist dental | dentista dental
tooth teeth | diente muela
gum | encia
crown | corona
filling | empaste relleno
xray radiograph | radiografia placa
blood | sangre
pain hurt ache | dolor doler duele
cough cold flu | tos catarro gripe
fever | fiebre
pregnant pregnancy | embarazada embarazo
vaccine vaccination shot | vacuna vacunar vacunacion
surgery operation | cirugia operacion
eye vision glasses lens | ojo vision espejuelos lentes
hair haircut cut | pelo cabello corte recorte
nail manicure | una manicura
massage | masaje
skin facial | piel facial
gym fitness exercise | gimnasio ejercicio
food meal eat dish | comida comer plato alimento
breakfast | desayuno
lunch | almuerzo
dinner supper | cena
cake | bizcocho pastel torta
bread bakery | pan panaderia
meat beef | carne res
chicken | pollo
pork | cerdo
fish seafood | pescado marisco
vegetable vegetarian vegan | vegetal vegetariano vegano verdura
fruit | fruta
nut peanut | nuez mani cacahuate
gluten | gluten
milk dairy | leche lacteo
drink beverage | bebida beber trago
coffee | cafe
beer | cerveza
wine | vino
alcohol liquor | alcohol licor
table | mesa
chair | silla
restaurant | restaurante
hotel lodging stay | hotel hospedaje estadia hospedar
bed mattress | cama colchon
party event | fiesta evento actividad
wedding | boda
birthday | cumpleanos
hall venue | salon local
music band dj | musica banda
photo photograph photographer picture | foto fotografia fotografo retrato
ticket entry admission entrance | boleto taquilla entrada admision
trip travel flight tour | viaje viajar vuelo gira excursion
airport | aeropuerto
taxi ride transport transportation | taxi transporte transportacion
parking park | estacionamiento estacionar parqueo parquear
traffic | trafico transito
road street highway | calle carretera camino
bridge | puente
move moving mover relocation | mudanza mudar mudarse
storage store warehouse keep | almacen almacenar almacenaje guardar guarda
box carton | caja
furniture | mueble
sofa couch | sofa mueble
carpet rug | alfombra
curtain blind | cortina persiana
paint painting painter | pintura pintar pintor
seal sealing sealer coating coat | sellar sellado sellador capa
primer | primer imprimante
wash | lavar lavado
iron | planchar
clothes clothing dress suit | ropa vestido traje
shoe | zapato
jewelry ring | joya sortija anillo
gold | oro
silver | plata
funeral burial | funeral funerario entierro
cremation | cremacion cremar
lawyer attorney legal law | abogado legal ley
divorce | divorcio
will testament | testamento
immigration visa | inmigracion visa
court judge | corte tribunal juez
tax taxes ivu | impuesto contribucion planilla contributivo ivu
account bank accounting | cuenta banco contabilidad
income salary | ingreso salario sueldo
receipt invoice | recibo factura
proof evidence | prueba evidencia comprobante
utility utilities | utilidad luz agua
deductible | deducible
claim | reclamacion reclamar reclamo
accident crash | accidente choque
damage damaged broken break | dano danado danar romper roto averia
hurricane storm | huracan tormenta
flood flooding | inundacion inundar
rain rainy | lluvia llover llueve
fire | fuego incendio
theft stolen steal | robo robar hurto
health | salud
life | vida
death die | muerte morir
age old year | edad ano
government public | gobierno publico
private | privado
federal state | federal estatal
military veteran | militar veterano
church | iglesia
night overnight | noche nocturno
redo repeat again | rehacer repetir volver nuevo
back return again | volver vuelta regresar devolver
keep store retain hold | guardar mantener conservar retener
remove take removal | quitar remover eliminar sacar llevar
add addition | anadir agregar sumar adicional
use user | usar uso utilizar
drill | perforar taladrar
walk step | caminar pisar
dry drying | secar seco
cut | cortar corte
build building construction | construir construccion
contractor | contratista
design designer | diseno disenar disenador
custom | medida personalizado
color | color
model brand make type kind | modelo marca tipo clase
quality | calidad
option choice choose | opcion elegir escoger
plan package | plan paquete
upgrade | mejora mejorar
speed mega mbps | velocidad mega
channel tv television | canal television televisor tv
movie film | pelicula
line | linea
group | grupo
team | equipo
lowest cheap cheaper cheapest economical less | barato economico menor menos
expensive more | caro costoso mas
high higher | alto mayor mas
low lower | bajo menor
depend depending according based | depender depende segun
possible possibly may might could | posible posiblemente podria puede quizas
know information | saber informacion
explain | explicar
answer respond reply | contestar responder respuesta
ask question | preguntar pregunta
confirm | confirmar
show | mostrar ensenar
speak talk | hablar conversar
help assist | ayudar ayuda asistir
safe safety | seguro seguridad
danger dangerous risk | peligro peligroso riesgo
problem issue trouble | problema
worry | preocupar preocupe
bring carry | traer llevar
enter entry come | entrar entrada
leave exit | salir salida dejar
outside outdoor exterior | fuera afuera exterior
inside indoor interior | dentro adentro interior
near nearby close | cerca cercano
far distance | lejos distancia
above over more exceed | encima sobre mas exceder pasar
below under less | debajo menos menor
left | izquierda
right | derecha
person someone anybody | persona alguien
cosigner cosign guarantor | codeudor fiador garante
history record | historial
offer bid | oferta
brochure catalog | folleto catalogo
website web site online | pagina web sitio linea
app application | aplicacion app
download | descargar bajar
wire wiring cable | cable alambre cableado
socket outlet plug | enchufe tomacorriente receptaculo
light lamp bulb | luz lampara bombilla
fan | abanico ventilador
ladder stair | escalera
elevator | elevador ascensor
lock key locksmith | cerradura llave cerrajero candado
trash garbage waste debris | basura escombro desperdicio
recycle recycling | reciclar reciclaje
septic tank | septico tanque pozo
cistern tank | cisterna tanque
pump | bomba
gas propane | gas propano
fuel gasoline diesel | combustible gasolina diesel
battery charge charging charger | cargar carga cargador bateria
weather climate | tiempo clima
team crew | brigada equipo
daycare childcare aftercare care | cuido cuidado guarderia
care caregiver | cuidado cuidador
elder senior | anciano envejeciente mayor
cremate cremation | cremar cremacion
grooming groom | acicalar grooming estetica
spay neuter sterilize | esterilizar castrar
microchip chip | microchip
vet veterinary veterinarian | veterinario
shipment package parcel | paquete envio
weigh heavy | pesar pesado
stain | mancha
polish wax | pulir brillo cera
towing tow | grua remolque remolcar
tint tinting | tinte tintar
alignment | alineacion alinear
inspection sticker | marbete inspeccion
title | titulo
down front | frente delantero
rear back | trasero atras
axle | eje
spring | primavera
summer | verano
winter | invierno
fall autumn | otono
christmas | navidad
independent alone | solo independiente
couple pair | pareja par
husband wife spouse | esposo esposa conyuge
mother mom | madre mama
father dad | padre papa
brother sister sibling | hermano hermana
second additional another | segundo adicional otro
transferable transfer | transferible transferir traspasar
waive forgive | perdonar eximir condonar
recommend advise suggest | recomendar aconsejar sugerir
void cancel | anular
exclude exclusion except | excluir exclusion excepto
expire expiration | vencer vence expirar vencimiento
valid | valido vigente
notice notify | aviso avisar notificar
reschedule postpone | reprogramar cambiar mover posponer
miss absence noshow absent | faltar falta ausencia ausente
late tardy delay | tarde tardanza retraso
grow increase raise rise | subir aumentar aumento
decrease drop | bajar disminuir
save savings | ahorrar ahorro
bill invoice | factura recibo`;
