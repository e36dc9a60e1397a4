/** Lists of words that the phrases use as `@name`; plain words in both languages. */
export const wordLists = {
  neg: `no not dont doesnt didnt cant cannot couldnt wont wouldnt never isnt arent wasnt aint havent hasnt without nunca
    jamas ni tampoco sin`,
  weekday: `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays
    saturdays sundays lunes martes miercoles jueves viernes sabado domingo sabados domingos`,
  daypart: `morning afternoon evening night noon midday lunch lunchtime tonight tarde tardecita noche mediodia temprano
    nochecita almuerzo`,
  month: `january february march april may june july august september october november december enero febrero marzo
    abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre`,
  thing: `service services plan plans policy policies contract contracts subscription membership account line lines
    internet insurance coverage lease enrollment maintenance agreement package servicio servicios poliza polizas
    contrato contratos suscripcion membresia cuenta linea lineas seguro cobertura alquiler arrendamiento inscripcion
    matricula mantenimiento paquete cable phone cell celular telefono alarm alarma monitoring monitoreo gym course curso
    course class warranty autopay`,
  meeting: `appointment appointments visit visits meeting meetings tour viewing showing demo inspection consultation
    consult walkthrough drive test class trial lesson evaluation assessment session slot interview zoom videocall
    cita citas visita visitas reunion clase recorrido inspeccion consulta turno demostracion videollamada evaluacion
    sesion entrevista prueba cotizacion`,
  person: `person human someone somebody agent representative rep manager supervisor advisor adviser operator owner boss
    specialist salesperson salesman receptionist staff people persona personas humano humana alguien agente
    representante asesor asesora gerente encargado encargada supervisor supervisora operador operadora dueno duena
    ejecutivo ejecutiva vendedor vendedora jefe jefa especialista recepcionista licenciado licenciada ingeniero`,
  spouse: `wife husband spouse partner girlfriend boyfriend fiance fiancee esposa esposo marido mujer senora pareja
    novia novio conyuge`,
  kin: `wife husband spouse son daughter mother mom father dad brother sister mama papa hijo hija esposa esposo marido
    madre padre hermano hermana nieto nieta sobrino sobrina cunado cunada tia tio suegra suegro nephew niece grandson
    granddaughter caregiver assistant secretary`,
  buy: `buy purchase order sign enroll book hire contract pay start proceed lease finance comprar contratar firmar pagar
    ordenar inscribir inscribirme empezar comenzar arrancar matricular matricularme apartar reservar proceder adquirir
    activar`,
  send: `send forward mail email text share pass mand* envi* pas* comparte compartan compartir compart*`,
  callForms: `call ring phone dial callback llamame llamenme llameme llamar llamarme llame llamen llamada marcame marcar
    marcarme marqueme marquenme comuniquese comunicarse llamarnos llamenos`,
  writeForms: `text message email contact write ping reach escribeme escribame escribanme escribir escribirme contactame
    contacteme contactenme contactarme contactar comunicate comuniquese texteame textea mandame mandeme`,
  want: `want wanna need like love wish prefer quiero queremos quisiera quisieramos necesito necesitamos deseo deseamos
    gustaria encantaria prefiero ocupo`,
  modal: `can could may would will puedo puede pueden podria podrian podemos puedes podriamos`,
  when: `today tomorrow tonight now later hoy manana ahora luego despues pasado`,
  be: `is are was were be been es esta estan son`,
  my: `my our the mi mis nuestro nuestra el la`,
  problem: `problem problems issue issues trouble wrong error errors mistake broken broke leak leaking leaks damage damaged
    fault faulty defective failed failing fails fail crash crashed problema problemas error falla fallas fallo fallando
    falle averia averiado averiada danado danada danaron dano roto rota rompio gotea goteando goteras filtracion fuga
    defectuoso defectuosa desperfecto`,
  bought: `bought got installed signed purchased have has own ordered hired compre compramos instale instalamos contrate
    firme tengo tenemos puse pusimos instalaron puse hice adquiri consegui`,
  sorry: `sorry apologies apologize disculpa disculpe disculpen perdon perdone lo`,
} as const;
