/**
 * Words that mean nearly the same in English and Spanish; Spanish follows the bar. They are compared by their stems, so
 * one form of each is enough unless its stem changes. A word may stand on several lines.
 */
export const businessSynonyms = `
cost price fee rate charge run pay quote amount total come bill tuition | costar cuesta precio tarifa cobrar cobro valer vale sale salir importe monto total cuota mensualidad pagar paga factura
pay payment cash spend | pagar paga pago abonar abono gastar efectivo
cash | efectivo
card | tarjeta
check cheque | cheque
credit | credito acreditar abonar
apply deduct | acreditar aplicar descontar
finance financing loan | financiar financiamiento prestamo
down downpayment deposit | pronto enganche entrada inicial deposito anticipo adelanto
interest | interes tasa
approve approval qualify | aprobar aprueba aprobacion calificar
warranty guarantee cover coverage | garantia garantizar cubrir cubre cubierta cobertura
guarantee promise assure sure | garantizar garantia prometer asegurar seguro
include come part cover contain comprise | incluir incluye contener traer comprender abarcar
cover protect insure | cubrir cubre cobertura cubierta asegurar proteger
insurance insured policy plan | seguro poliza aseguradora plan
discount off rebate promotion deal reduction break special | descuento rebaja promocion oferta especial menos reduccion
free complimentary | gratis gratuito
open opening hours schedule attend see | abrir abierto horario atender atiende
close closed shut | cerrar cerrado cierra
start begin commence from | empezar empieza comenzar comienza iniciar desde partir
end finish until | terminar acabar finalizar finaliza hasta
visit come trip call appointment | visita visitar ir venir cita
appointment booking reservation book reserve schedule | cita turno reservar reserva reservacion agendar
walk walkin | cita
inspection inspect evaluation assess assessment consultation survey check | inspeccion inspeccionar evaluacion evaluar consulta revision revisar chequeo diagnostico
diagnosis diagnostic | diagnostico
estimate quote proposal | estimado cotizacion presupuesto propuesta
write writing written | escribir escrito
area zone region place town city island | area zona region lugar pueblo ciudad isla municipio
serve service work install go travel cover operate | servir servimos servicio trabajar instalar ir vamos llegar cubrir atender operar
service maintenance tuneup | servicio mantenimiento
office location branch store shop located site | oficina local sucursal tienda ubicar ubicado localizar sede
address | direccion
install installation installer setup fit put | instalar instalacion instalador montar colocar poner
deliver delivery ship shipping bring arrive | entregar entrega envio enviar llevar llegar traer domicilio
send | enviar mandar
pickup pick collect | recoger recogido recogida buscar retirar
return | devolver devolucion regresar
refund refundable | reembolso reembolsar reembolsable devolver devolucion
repair fix mend service | reparar reparacion arreglar arreglo componer
replace replacement change swap | reemplazar reemplazo cambiar cambio sustituir
change modify alter | cambiar cambio modificar
clean cleaning wash | limpiar limpieza lavar lavado
cancel cancellation | cancelar cancelacion anular
void invalid lose lost | anular anulado perder pierde invalido nulo
penalty fine late | multa penalidad cargo recargo
surcharge extra additional apart separate separately | recargo adicional extra aparte separado
contract agreement commitment | contrato acuerdo compromiso
sign | firmar firma
term period length | termino plazo periodo
wait waiting | esperar espera
last take long duration need require lasting | durar dura tardar tarda demorar tomar duracion llevar
require need must mandatory necessary ask request | requerir requiere necesitar necesita exigir obligatorio necesario pedir pide solicitar deber
request apply application | solicitar solicitud pedir
allow permit accept can welcome may | permitir permite aceptar admitir poder puede
accept take receive | aceptar recibir tomar coger
offer sell provide give carry have supply | ofrecer ofrece vender vende dar proveer brindar tener tiene
sell sale buy purchase | vender venta comprar compra
order | orden pedido ordenar pedir
stock available availability | disponible disponibilidad inventario
permit license | permiso licencia
license licensed certified certification certificate | licencia licenciado certificado certificar
handle manage process care deal obtain get pull | encargar tramitar tramite gestionar manejar sacar obtener ocupar
document paper paperwork | documento papel papeleo
id identification passport | identificacion pasaporte cedula
month monthly | mes mensual mensualmente
week weekly | semana semanal
year yearly annual annually | ano anual anualmente
day daily | dia diario
hour hourly | hora
minute | minuto
night tonight overnight evening | noche
morning | manana
afternoon | tarde
weekday | semana laborable
weekend | fin
holiday | feriado festivo
monday | lunes
today same | hoy mismo
now immediate immediately right | ahora inmediato enseguida
quick fast soon urgent rush express | rapido pronto urgente expreso
emergency urgent | emergencia urgencia urgente
early before prior advance ahead | antes anticipacion antelacion previo temprano
late after later following | despues luego tarde siguiente posterior
first initial | primero primera inicial
second | segundo segunda
once one single each | unico sencillo solo
double two both pair | doble ambos dos par
half | mitad medio
whole entire full complete total | entero completo todo total
most majority | mayoria mayor
minimum least minimal | minimo menos
maximum limit cap up most | maximo limite tope hasta
limit | limite limitar
normal usual usually typical typically generally standard regular | normal normalmente usual tipico generalmente suele estandar regular comun
basic | basico
family household | familia familiar hogar
child kid children | nino nina nene nena hijo hija menor
son boy | hijo nino varon
daughter girl | hija nina
teen teenager young youth minor | joven adolescente menor
adult | adulto
senior elderly older | mayor anciano envejeciente
baby infant toddler | bebe infante
person people individual member guest passenger | persona gente individuo miembro integrante huesped pasajero
member membership | miembro socio membresia
customer client buyer | cliente comprador
student pupil | estudiante alumno
teacher instructor tutor | maestro profesor instructor tutor
class lesson course training session tutoring | clase leccion curso entrenamiento sesion tutoria taller
school academy | escuela academia colegio
grade | grado
enroll enrollment register registration sign | matricular matricula inscribir inscripcion registrar registro
exam test | examen prueba
pass | pasar aprobar
science | ciencia
math mathematics | matematica
english | ingles
spanish | espanol
language | idioma lenguaje
book books | libro
material materials supply | material
labor workmanship work | mano obra trabajo labor
work job project | trabajo trabajar obra proyecto
worker employee staff team crew technician | trabajador empleado personal equipo tecnico brigada
technician mechanic expert specialist | tecnico mecanico experto especialista
colleague person someone representative agent | colega persona alguien representante agente asesor
company business firm | empresa compania negocio
owner | dueno propietario
tenant renter | inquilino arrendatario
landlord | dueno casero arrendador`;
