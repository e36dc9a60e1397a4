/** Lists of words, folded: lower case and without accents. */
const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Frequent given names of English and Spanish that are no other word. */
export const givenNames = wordSet(`
  aaron abigail abraham adam adrian adriana agustin aida alan alba albert alberto alejandra alejandro alex alexa
  alexander alexandra alfonso alfred alfredo alice alicia alison allison alma alvaro alyssa amanda amy ana andrea andreas
  andres andrew andy angela angelica angie anita ann anna anne annie anthony antonella antonio ariana ariel arlene armando
  arthur arturo ashley astrid aurora barbara beatriz belinda benjamin bernard bernardo bertha betty beverly blanca bob bonnie
  brad bradley brandon brenda brian brianna bruce bryan camila carl carla carlos carmen caroline catalina catherine cecilia
  celia cesar charles charlie charlotte cheryl chloe chris christian christina christine christopher cindy claire clara
  claudia claudio connie corey craig cristian cristina cynthia damaris damian daniel daniela danielle danny dario darlene
  darren david deborah debra denise dennis derek diana diane diego dolly dominic donald donna dorothy doug douglas dylan
  eddie edgar edith edna eduardo edward edwin eileen elaine elena elias elisa eliza elizabeth ellen elsa emilia emilio emily
  emma enrique eric erica erik erika erin ernest ernesto esteban esther ethan eugene eunice eva evan evelyn fabian fabiola
  federico felicia felipe felix fernanda fernando francisca francisco gabriel gabriela gabriella gary george gerald gerardo
  gilberto gina gladys glenn gloria gonzalo gordon graciela greg gregory guadalupe guillermo gustavo hannah harold
  harry heather hector heidi helen henry hernan hilda howard hugo ian ignacio ines irene irma isaac isabel isabella ismael
  israel ivan ivette ivonne jacob jacqueline jaime jake james jamie jane janet janice jared jason javier jeanette jeff
  jeffrey jennifer jenny jeremy jerry jesse jessica jessie jill jim jimena jimmy joan joann joanna joaquin jocelyn joe joel
  johanna john johnny jonathan jorge jose josefina joseph joshua josue joyce juan juana juanita judith judy julia julian
  juliana julie julio justin karen karina karla kate katherine kathleen kathryn kathy katie kayla keith kelly kenneth kevin
  kim kimberly kristen kristin kyle lara larry laura lauren lawrence leah leo leon leonard leonardo leslie leticia liam
  liliana lillian linda lisa lois lori lorena lorenzo louis louise lucas lucia luciana lucy luis luisa lynn madison magdalena
  manuel manuela marc marcela marcelo marcia marco marcos margaret margarita maria mariana maribel marie marilyn marina mario
  marion marisol maritza marjorie marlene marta martha martin martina mary mateo mathew matias matthew maureen mauricio max
  megan melanie melissa mercedes mia michael micaela micheal michelle miguel mike milagros mildred miranda miriam mitchell
  moises monica morgan nancy naomi natalia natalie nathan nathaniel nelida nelson nestor nicholas nick nicolas nicole nilda
  noah noelia noemi nora norberto octavio olga olivia omar orlando oscar pablo pamela paola patricia patricio patrick paul
  paula pauline pedro peggy peter phil philip phillip phyllis priscilla rachel rafael ralph ramiro ramon randy raquel raul
  raymond rebeca rebecca regina rene renee ricardo richard rick rita robert roberta roberto rodolfo rodrigo roger rogelio
  roland rolando ronald roman ronnie rosario rosemary roxana roy ruben russell ruth ryan salvador samantha samuel sandra
  santos sara sarah scott sean sebastian sergio sharon shawn sheila shirley silvia simon sofia sonia sophia sophie stacey
  stacy stanley stella stephanie stephen steve steven stuart susan susana susie suzanne sylvia tamara tania tanya tara tatiana
  ted teresa teri terrence terri terry theodore theresa thomas tiffany tim timothy tina todd tom tomas tommy tony tracy travis
  tyler valentina valeria valerie vanessa veronica vicente vicki vicky victoria vincent viola virginia vivian walter wanda
  wayne wendy wilfredo william wilma wilson xavier xiomara yadira yahaira yamil yanira yesenia yolanda yvette yvonne zachary zoe
`);

/** Given names that are also other words or places: names only beside another capitalised word or after an introduction. */
export const ambiguousNames = wordSet(`
  alma amber amparo angel april art aurora austin autumn bella bill blanca brook candy carolina caridad carol chase chance christian
  clay cliff consuelo crystal dale dallas daisy dawn dean destiny dolores don drew earl esperanza eve faith fe florida frank gene
  gloria grace grant gracia guadalupe guy harmony holly hope iris israel ivy jack jade jasmine jay jean jesus joy june justice king lance
  leon lily luz mar marina mark mateo max may melody mercedes milagros misty norma olive orlando paris pat paz pearl penny perla
  pilar ray reina rich rob robin rocio rod roman rosa rosario rose ruby salvador san santiago sandy santos savannah sierra sky sol socorro
  soledad sonny stella sterling sue summer sunny tiffany todd trinity trip victor victoria violet virginia ward will wilson woody
`);

/** Frequent surnames of English and Spanish that are no other word. */
export const surnames = wordSet(`
  acevedo acosta adams aguilar alicea allen alvarado alvarez anderson andrade aponte arroyo avila ayala baez bailey barnes benitez
  bennett berrios bonilla brooks bryant burgos butler caballero cabrera calderon camacho campbell candelaria cardona carrasquillo
  carrillo carter castillo castro centeno chavez cintron clark collazo collins colon contreras cooper cordero correa cortes cortez
  cox crespo cruz davis davila delgado diaz dominguez edwards escobar espinoza esposito estrada evans feliciano fernandez figueroa
  flores fontanez foster fuentes galarza garcia garza gomez gonzales gonzalez gray griffin guerrero gutierrez guzman hall harris
  henderson hernandez herrera hughes ibarra irizarry jackson jenkins jimenez johnson jones juarez kelley kelly kennedy lebron lewis
  lopez lozada lugo maldonado marrero martinez matos medina mejia melendez mendez mendoza mercado meyer miller mitchell molina montalvo
  montanez montes moore morales moreno morgan morris munoz murphy murray myers navarro negron nguyen nieves nunez ocasio ojeda
  olivares oquendo orozco ortega ortiz otero pabon pacheco padilla pagan parker patel pena peralta perez peterson phillips pineda
  powell quiles quinones quintana ramirez ramos resto reyes reynolds richardson rivas rivera roberts robinson robles rodriguez rogers
  rojas roldan roman romero rosado rosario ross ruiz russell salazar salgado salinas sanabria sanchez sanders sandoval santana
  santiago sepulveda serrano sierra silva smith solis soto stewart suarez sullivan taylor thompson toledo torres trinidad trujillo
  turner valdez valentin valle valencia vargas vasquez vazquez vega velazquez velez vera villanueva walker washington watson williams
  wilson wright zamora zapata zayas
`);

/** Endings of surnames in several languages; the word has more letters before them. */
export const surnameEnding =
  /^\p{L}{3,}(?:ez|son|sen|sson|stein|berg|man[ns]?|sky|ski|ska|ov|ova|ev|eva|enko|ic|vich|escu|ello|elli|etti|oglu|yan|ian|opoulos|idis|inen|nen|kova|cki|wicz|feld|bauer|mann|meyer|maier)$/u;

/** Words that join the parts of a name. */
export const nameConnectors = wordSet(
  "de del la las los van von der den da do dos das di du bin al el ter le st",
);

/** Before a name; not a part of it. */
export const nameTitles = wordSet(
  "mr mrs ms miss mx dr dra doctor doctora prof professor profesor profesora sir madam sr sra srta senor senora senorita don dona lic licenciado licenciada ing ingeniero ingeniera rev reverend reverendo pastor father padre sister hermana capt captain sgt officer judge jr",
);

/** Capitalised, but no person: beginnings of sentences, greetings, days, months, roles, places and words of business. */
export const otherWords = wordSet(`
  info personal statement mission fax technology technologies corporation investments consulting agency republic springs
  beach bay heights hills park valley german italian french chinese month year
  back anytime asap ath visa mastercard plaza movil crazy
  a about above account accounting address admin after again agent agente ahora al algo alguien all also am an and another any anyone apt are as at
  aqui asi ave avenida aunque bank be because been before best billing both box bueno buenas buenos but by cada call called calling can cannot
  caribe caribbean center centro ceo cfo chat cheers city ciudad claro client cliente come como company compania con condado contact corp could
  country county cual cuando cuanto cuanta customer dale dear department departamento depot desde did do does dollar dolares during east edificio
  el ella ellas ellos en english ingles entonces era es esa ese eso esta estamos estan estaba este esto estoy eres estas everybody everyone excelente
  excellent ext favor fine first folks for friend friends from fue fui fuimos gas general gente good google gracias great greetings group grupo guess
  guys had has hasta have he hello help her here hey hi him his hola home hope how hoy i id if ill im in inc information interested internet is isla island
  it its ive january february march april may june july august september october november december enero febrero marzo abril mayo junio julio agosto
  septiembre octubre noviembre diciembre monday tuesday wednesday thursday friday saturday sunday lunes martes miercoles jueves viernes sabado domingo
  just la las later le let like llc lo los luego ltd luma mail maam madam main manana manager mas me message mensaje mi mis mira mire more morning most mr mrs much
  muchas muchos muy my nadie neither never new next nice night no noche noches nobody north not nothing nosotros now number numero of office oficina oh ok okay
  on once one only open or order orden other our out over para parcel pero perfect perfecto please plan por porque power pr price pues puerto puede
  pueden puedo que question quien quiero quisiera re ready real really regards respecto rico road room sales saludos san santa santo se service
  servicio services she should si sir since sincerely sin sino so solar some somebody someone sorry south spanish espanol soy sos state states still
  store street su support sure sus tal tambien tampoco tarde tardes te team tendra tenemos tengo thank thanks that the their them then there these
  they thing this those though thus tiene tienen time to today todos tomorrow tonight too town tu two un una under united unidos until up urb urbanizacion
  us usa usd use usted ustedes very via was way we week welcome well went were west what when where whether which while who whoever why will with would ya
  yes yesterday yet yo york you your youre yours facebook whatsapp instagram amazon walmart costco hotel university universidad school escuela church iglesia
  hospital spain mexico canada florida texas california america american americano boricua bayamon caguas carolina arecibo mayaguez humacao guaynabo fajardo
  aguadilla isabela dorado luquillo vieques culebra miami orlando tampa madrid barcelona london boston chicago dios god lord jesus christ navidad christmas
  equipo senor senora caballero dama amigo amiga amigos vecino vecina familia family mama papa mom dad mami papi
`);

/** Before a name that is that of a place or a street. */
export const placeWords = wordSet(
  "san santa santo saint st calle avenida ave urb urbanizacion barrio plaza villa hotel hospital lake mount fort port cabo isla rio monte parque condominio residencial carretera escuela colegio",
);

/** What only people do, after a single name, too. */
export const speakingVerbs = wordSet(
  "said says told asked shouted replied lives dijo dice pregunto contesto vive",
);

/** What people do, after a name at the beginning of a sentence. */
export const personVerbs = wordSet(
  "said says told asked asks shouted replied wrote writes lives lived works worked wants wanted called calls thinks thought loves likes loved needs signed came went spent married sent gave showed promised dijo dice vive trabaja quiere llamo escribio pregunto pidio vino fue firmo mando envio prometio necesita",
);
