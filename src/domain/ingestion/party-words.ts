const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words for the person whom a business serves or wants to win. */
export const customerWords = wordSet(`
  customer customers client clients cliente clientes contact contacts contacto contactos lead leads prospect
  prospects prospecto person people persona personas subscriber subscribers suscriptor respondent invitee invitees
  attendee attendees guest guests huesped invitado buyer comprador payer pagador purchaser patient paciente member
  members student alumno estudiante applicant applicants candidate candidates candidato donor donante billing
  visitor visitante registrant registrants requester requestor solicitante interesado caller consumer shopper
  participant participante signer signers signatory recipient recipients receipt tenant inquilino inquirer
  cardholder traits booker borrower prestatario insured policyholder asegurado titular tomador aspirante postulante
  propietario homeowner eater diner comensal passenger pasajero traveler traveller viajero renter arrendatario lessee
  guardian acudiente enrollee registrado inscrito inscripto claimant complainant reclamante backer supporter bidder
  socio afiliado abonado householder parent vecino denunciante`);

/** Of these, words that tools also use for their own users and watchers. */
export const weakCustomerWords = wordSet(
  "person people persona member members contact contacts subscriber subscribers recipient recipients participant receipt caller requester requestor",
);

/** Words for our own side, for a third party or for an organisation. */
export const staffWords = wordSet(`
  owner owners agent agents agente assignee assigned assignees asignado merchant repository repo staff admin admins
  administrator employee empleado operator rep reps representative salesperson salesrep organizer organiser host
  hosts personnel teammate team support creator by actor committer pusher author authors vendor supplier proveedor seller
  vendedor vendedora asesor asesora ejecutivo encargado responsable gestor corredor store shop tienda installation
  bot sponsor manager instructor teacher coach trainer advisor adviser consultant broker realtor lister listing
  dealer dealership technician driver courier cashier stylist provider practitioner doctor therapist recruiter
  recruiters interviewer interviewers hiring coordinator csm cc bcc reply replyto emergency bounce unsubscribe
  webmaster memberships membership head base commit commits issuer channel inbox mailbox referrer
  referral referred referido partner spouse reviewers responsible approver responder updater editor
  reporter uploader maintainer maintainers submitter initiator invoker performer modifier moderator preparer related sales
  self system dropbox officer attorney lawyer abogado counsel landlord arrendador installer instalador retailer medico
  anunciante advertiser comercial gerente supervisor nurse professor profesor docente publisher carrier transportista
  repartidor underwriter adjuster perito tasador sdr bdr closer affiliate payee collector opposing witness guarantor
  fiador cosigner co handler tech engineer developer deployer executor approvers watcher watchers follower followers
  observer collaborator collaborators dasher vet veterinario veterinary presenter presenters prestador mediador mecanico mover contributor contributors oncall principal tester auditor translator delegate`);
/** Of these, words that name a customer as well: the reviewer of a shop, or of a change. */
export const weakStaffWords = wordSet("reviewer");
export const companyWords = wordSet(`
  company companies business organization organisation org empresa negocio compania sucursal corporate account
  accounts employer workplace tenancy workspace brand site location locations branch clinic restaurant office`);

/** Fields of an object that describes an organisation. */
export const companyFields = wordSet(`
  domain industry employees employeescount numberofemployees numemployees employeecount annualrevenue revenue
  legalname taxid vatnumber founded foundedyear sector ticker naics sic website sicdescription companytype`);

/** Objects of these names hold fields of the object around them. */
export const detailObjects = wordSet(`
  profile attributes properties fields traits merges mergefields customfields contactinfo contactinformation
  contactdetails contactdata details personal personalinfo personaldata personalinformation personaldetails info
  identity address addresses defaultaddress homeaddress mailingaddress billingaddress billing shipping
  shippingaddress billingdetails billinginfo shippinginfo communication userdetails demographics names
  columns cells answers responses formdata formresponse rawrequest direccion datos datospersonales locale`);

/** Lists of these names hold independent records, of which one payload reports the first. */
export const recordLists = wordSet(
  `data records items results rows entries entry changes events objects leads contacts customers subscribers
  prospects people members users resources list submissions responses orders invoices conversations charges`,
);
