import type { Theme } from '@tablewire/contracts/reviews/review-themes'

/** The words a theme is known by, in English, German, French, Spanish and Dutch; `*` ends a beginning. */
const words: Readonly<Record<Theme, string>> = {
  waiting:
    'wait waits waited waiting slow slowly delay* queue* hour hours late wart* langsam* verspät* stunde* schlange attente attentes attendre attendu* attendons lent lente lentement retard* heure heures queue esper* lento lenta tard* demora* retras* cola hora horas wacht* traag langzaam vertrag* uur rij',
  service:
    'service staff waiter* waitress* server* host hostess rude friendly attentive unfriendly kellner* bedienung personal freundlich* unfreundlich* aufmerksam* service serveur* serveuse* personnel accueil aimable* attentionn* attentif* attentive* impoli* servicio camarer* personal atención amable* maleducad* bediening ober serveerster personeel vriendelijk* onvriendelijk* attent',
  food: 'food dish* taste* tasty delicious flavour* flavor* bland fresh essen gericht* geschmack* lecker* köstlich* frisch* fad* plat plats goût* délicieu* savoureu* fade frais fraîche* cuisine comida plato* sabor* rico rica delicios* sos* fresc* eten gerecht* smaak* lekker* heerlijk* vers verse flauw*',
  cold: 'cold lukewarm kalt* lauwarm* froid* tiède* frío fría fríos frías frio fria tibi* koud* lauw*',
  portions: 'portion* tiny huge small portion* winzig* klein* riesig* quantité* copieu* raci* escas* abundant* portie* klein kleine groot',
  price:
    'price* pricey expensive overpriced cheap value bill preis* teuer* überteuert* günstig* rechnung prix cher chère chers addition abordable* precio* caro cara caros barat* cuenta prijs* duur dure goedkoop rekening',
  noise:
    'noise noisy loud music quiet lärm* laut* leise musik ruhig* bruit* bruyant* musique calme ruido* ruidos* música tranquil* lawaai* luid* herrie muziek rustig*',
  cleanliness:
    'clean dirty filthy hygiene toilet* smell* sauber* schmutzig* dreckig* hygiene toilette* geruch* stink* propre* sale sales hygiène toilettes odeur* limpi* suci* higiene baño* aseo* olor* schoon vies vieze hygiëne wc stank',
  ambience:
    'atmosphere ambience ambiance decor cosy cozy romantic view atmosphäre ambiente stimmung gemütlich* aussicht ambiance décor chaleureu* romantique* vue ambiente decoración acogedor* romántic* vistas sfeer* sfeervol* gezellig* inrichting uitzicht',
  table:
    'table* booking reservation* booked tisch* reservierung* reserviert* plätze table tables réserv* mesa* reserv* tafel* reservering* gereserveerd*',
  drinks:
    'wine* beer* cocktail* drink* coffee wein* bier* getränk* kaffee vin vins bière* boisson* café vino* cerveza* copa* bebida* café wijn* bier* drankje* koffie',
  vegetarian: 'vegan* vegetarian* allerg* gluten* vegetar* végé* végan* vegetarian* vegan* celiac* celíac* glutenvrij*',
  children:
    'child* kid kids family families baby highchair kind kinder* familie* enfant* famille* bébé niñ* familia* bebé kinderen kind gezin*',
  terrace:
    'terrace* patio outside garden terrasse* garten draußen draussen terrasse* jardin extérieur* dehors terraza* patio jardín fuera terras* tuin buiten',
}

/** Of these lists, and of their order: one more with every change of either, so that what is kept by them is asked anew. */
export const themesVersion = 1

/** As a question to `words` of a review. */
const queryOf = (list: string): string =>
  [...new Set(list.split(' '))].map((word) => (word.endsWith('*') ? `'${word.slice(0, -1)}':*` : `'${word}'`)).join(' | ')

export const themeQueries = Object.fromEntries(Object.entries(words).map(([theme, list]) => [theme, queryOf(list)])) as Readonly<
  Record<Theme, string>
>
