const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Street types that follow a number and a name. */
export const streetEndings = wordSet(
  "street avenue road boulevard lane highway blvd ave rd parkway pkwy hwy str turnpike expressway",
);
/** Street types that are everyday words too, so they count only in a capitalised name. */
export const ambiguousEndings = wordSet(
  "st dr drive ct court way place pl square sq terrace ter circle cir close crescent cres trail trl loop row walk alley plaza hill gardens grove mews ln path pike points ridge creek bypass quay",
);
/** Street types that precede the name, in Spanish and related languages. */
export const streetBeginnings = wordSet(
  "calle avenida av avda ave paseo carretera carr camino callejon plaza ronda travesia rua rue via viale piazza corso ul carrera cra calzada calz bulevar blvd boulevard avenue transversal diagonal jiron pasaje privada prolongacion c r",
);
/** The street types that may be written in lower case. */
export const lowercaseBeginnings = wordSet("calle avenida carretera callejon avda rue rua avenue boulevard");
/** Endings of street names written as one word, in Germanic and Nordic languages and Finnish. */
export const compoundEnding =
  /.{3}(?:strasse|straße|gasse|weg|platz|allee|damm|ufer|gata|gatan|vagen|vegen|veien|vej|gade|stræde|stræti|straeti|braut|vegur|katu|ntie|kuja|polku|laan|straat|plein|gracht|dijk|kade|gotu|terrasse)$/;
export const unitWords = wordSet("apt apartment suite ste apto apartamento depto departamento");
/** Parts of a town in Puerto Rico and Mexico. */
export const quarterWords = wordSet(
  "urb urbanizacion cond condominio bo barrio parcelas reparto residencial colonia col sector ext extension",
);
export const linkWords = wordSet(
  "de del la las los el y do da dos des du le les di dei della e san santa st van der den und u av and",
);
export const stateCodes = wordSet(
  "al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy pr vi gu as mp",
);
/** State codes that are also words. */
export const ambiguousStates = wordSet("in or me ok hi oh pa la id co de al ma as ms mi");
export const prepositions = wordSet("at to is in on with en a es of address addresses direccion user for");
export const placeWords = wordSet(
  "address addresses direccion domicilio lives live lived living located location meet meeting sent send ship shipped mail vivo vive viven resido reside ubicado ubicada ubicados envien enviar enviarlo entregar deliver delivered arrived stop return office offices moved drops taxi corner residencia restaurant station",
);
/** Words before a number that make it something other than an address. */
export const nonAddressWords = wordSet(
  "gate room ticket order terminal table case level floor platform line version extension pier page chapter hall booth track lane dock bay ward exit route flight train bus seat unit zone step day week am pm hs hrs h usd eur pst est utc gmt january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo sala puerta mesa pedido orden factura caso vuelo",
);
export const stopWords = wordSet(
  "the a an on in of from down per at to and or for with minutes minute blocks block miles mile hours hour days day years year people more other times is are was were by than your my our this that these those en por con que se dias dia anos horas minutos cuadras personas veces es son fue pero o un una two three lanes new items cars euros dollars dolares pesos units",
);
