/** Spanish summaries of the calls that programs may make, by operation; a test keeps the list complete. */
export const summariesEs: Readonly<Record<string, string>> = {
  "people.list":
    "Personas, la última cambiada primero si no se pide otro orden; un cursor lleva a la página siguiente",
  "people.get": "Una persona con su perfil de IA y los 100 eventos más recientes de su historial",
  "people.scores": "De qué se componen las puntuaciones de una persona; vacío si no tiene",
  "people.create": "Añadir una persona",
  "people.update": "Cambiar una persona; los campos que faltan quedan como están",
  "personFields.list": "Campos propios de las personas, en su orden",
  "addresses.list": "Todos los teléfonos y correos de una persona, con su estado",
  "addresses.add": "Añadir una dirección",
  "profiles.get":
    "Canal preferido, mejor hora, próxima acción con la respuesta del control, resumen y cambios en 24 horas",
  "personPage.overview":
    "Cantidades, costo por tipo y lo que dijeron los mensajes de la persona, con las palabras en que se basa",
  "personPage.scoreHistory":
    "Las puntuaciones en el tiempo y qué las movió, según el modelo en uso; nulo si no tiene",
  "personPage.timeline":
    "El historial de una persona, lo más reciente primero; un cursor lleva a lo anterior",
  "audiences.fields": "Los campos que un filtro puede nombrar",
  "audiences.count":
    "A cuántas personas alcanza un filtro; se cuenta hasta 10,000 si no se piden todas. Quien no puede ver personas recibe decenas y no puede preguntar por nombres, direcciones ni campos propios",
  "audiences.people": "Las personas que alcanza un filtro, por páginas",
  "audiences.why": "Por qué una persona cumple o no un filtro, fila por fila",
  "people.map": "Cuántas personas viven en cada condado, municipio o estado",
  "places.search": "Condados, municipios, estados, códigos postales y coordenadas que nombra un texto",
  "views.list": "Las vistas propias y compartidas, y todos los segmentos",
  "bulk.people": "Añadir y cambiar hasta 500 personas en una transacción; cada fila tiene su resultado",
  "bulk.tags": "Añadir y quitar etiquetas de hasta 500 personas en una transacción",
  "bulk.consents":
    "Registrar negativas y consentimientos sin prueba de hasta 500 personas; los que tienen prueba llegan por un endpoint o un formulario",
  "bulk.events": "Guardar hasta 500 eventos de un endpoint de webhook en una transacción; su mapeo los lee",
  "eventHooks.list": "Los enlaces que esta clave suscribió",
  "eventHooks.subscribe":
    "Enviar a una dirección cada evento de un tipo desde ahora. El secreto que los firma se muestra una vez",
  "eventHooks.unsubscribe": "Quitar un enlace que esta clave suscribió",
  "eventHooks.samples": "Ejemplos de un tipo de evento, en la forma en que los enlaces lo reciben",
  "events.list": "Los eventos de un endpoint, los más recientes primero",
  "events.get": "Un evento como llegó y como se procesó, con su persona y sus efectos",
  "webhooks.list": "Suscripciones a eventos, con su estado y los intentos del último día",
  "webhooks.deliveries":
    "El registro de los últimos 30 días, lo más reciente primero; un cursor lleva a lo anterior",
  "webhooks.delivery": "Una entrega con su solicitud y las respuestas",
  "knowledge.list": "Entradas de la base de conocimiento, la última cambiada primero",
  "knowledge.get": "Una entrada con todo su texto",
  "rules.list": "Reglas de automatización",
  "rules.get": "Una regla",
  "broadcasts.list": "Envíos masivos, los más recientes primero",
  "broadcasts.get": "Un envío masivo con su revisión y lo que resultó de él",
  "broadcasts.create": "Escribir un envío masivo; nada se envía antes de revisarlo e iniciarlo",
  "broadcasts.update": "Cambiar un envío masivo que no ha empezado; luego hay que revisarlo de nuevo",
  "broadcasts.remove": "Eliminar un envío masivo que no ha empezado",
  "broadcasts.check": "Consultar por cada persona si se envía, espera o se detiene; nada se envía",
  "broadcasts.start":
    "Enviar un envío masivo revisado, ahora o a su hora. Para más personas que las de los ajustes se pide la aprobación de otro usuario, y `approval` lo dice",
  "broadcasts.move":
    "Hacer que un envío masivo programado comience a otra hora; el control decide de nuevo para cada persona",
  "broadcasts.unschedule":
    "Quitar la programación de un envío masivo que no ha empezado, para cambiarlo; nada ha salido todavía",
  "broadcasts.pause": "Retener todo lo que no ha salido de un envío masivo",
  "broadcasts.resume": "Continuar un envío masivo en pausa; ninguna persona recibe nada dos veces",
  "broadcasts.cancel": "Terminar un envío masivo de forma definitiva y retirar lo que no ha salido",
  "broadcasts.people": "Lo que la revisión dice de cada persona, y lo que resultó",
  "plan.get": "Todo lo que se enviará o está en espera, por hora y causa",
  "plan.person": "Lo que se enviará a una persona además de sus recorridos de secuencias",
  "plan.people": "Las personas de un elemento del plan",
  "runs.list": "Recorridos de las secuencias: quién está en qué paso, los más recientes primero",
  "runs.get": "Un recorrido de una secuencia con cada paso hasta ahora, y qué lo terminaría",
  "runs.change": "Pausar, reanudar, mover o detener recorridos de secuencias, u omitir un paso",
  "runs.start":
    "Iniciar una regla para personas a mano, sin importar sus disparadores y condiciones; en un paso propio donde se indique",
  "runs.progress": "Cuántas personas están en cada paso de una regla, siguieron o terminaron ahí",
  "runs.previewEdit": "Qué haría un cambio de una secuencia a las personas que están en ella; nada se cambia",
  "runs.overdue":
    "Cuántas personas de una secuencia han pasado la hora de su paso, como después de que la regla estuvo desactivada",
  "runs.endOverdue":
    "Terminar las secuencias de una regla desactivada cuyo paso está atrasado más allá de su validez; cada llamada termina hasta 2,000",
  "rules.dryRun":
    "El efecto de un borrador en todas las personas ahora, o en los eventos de los últimos días",
  "rules.forecast": "Adelantar un borrador de secuencia para una persona; nada se envía ni se guarda",
  "rules.why": "Por qué una regla alcanzó o no a una persona",
  "inbox.list": "Conversaciones de una vista, por páginas",
  "inbox.search": "Mensajes, llamadas y notas que contienen todas las palabras, lo más reciente primero",
  "inbox.get": "La conversación de una persona: estado, direcciones, tareas y borrador propio",
  "inbox.items":
    "Mensajes, llamadas, formularios, notas y líneas de una conversación; un cursor lleva a lo anterior",
  "inbox.teams": "Equipos, para asignar y filtrar, con cuántas conversaciones abiertas tienen",
  "inbox.addNote": "Escribir una nota que solo ven los colegas; se avisa a los mencionados",
  "deliveries.list": "Mensajes y llamadas, los más recientes primero",
  "deliveries.send": "Enviar un mensaje a una persona; pasa por el control de siempre",
  "deliveries.check": "La decisión del control para cada canal en este momento; no se envía nada",
  "deliveries.why":
    "Por qué un mensaje o una llamada salió, espera o se detuvo: evento, regla, controles e historial",
  "deliveries.move":
    "Hacer que un envío pendiente salga a otra hora o ahora; el control decide de nuevo en ese momento",
  "deliveries.cancel": "Cancelar un envío que todavía no ha salido",
  "ledgers.optOut": "Dar de baja a una persona: todas sus direcciones, en todos los canales",
  "tasks.list": "Tareas, la que vence antes primero",
  "tasks.create": "Añadir una tarea para una persona",
  "tasks.update": "Cambiar una tarea, o marcarla como hecha o no hecha",
  "workIntegrations.listTasks": "Las tareas de una persona en sistemas de tareas conectados",
  "voice.calls": "Las 200 llamadas más recientes",
  "voice.call": "Una llamada: transcripción, datos, resultado y costos",
  "voice.transcript": "Quién dijo qué en una llamada",
};
