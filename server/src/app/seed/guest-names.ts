import type { Lang } from '@tablewire/contracts/kit/wire'

export type Origin =
  | 'es'
  | 'fr'
  | 'de'
  | 'nl'
  | 'en'
  | 'us'
  | 'it'
  | 'pt'
  | 'br'
  | 'mx'
  | 'ar'
  | 'arabic'
  | 'ja'
  | 'ko'
  | 'zh'
  | 'in'
  | 'np'
  | 'tr'
  | 'gr'
  | 'au'
  | 'nz'
  | 'sv'
  | 'pl'
type Names = {
  /** Written as the guest does; `native:latin` where an e-mail address needs other letters. */
  first: string
  last: string
  lang: Lang
  /** How many family names people there carry. */
  lasts?: 2
  /** `x` = any digit. Reserved for fiction where the country has such numbers, else in a block its plan leaves empty. */
  phone: string
}

export const names: Record<Origin, Names> = {
  es: {
    first: 'María Lucía Carmen Sofía Paula Elena Irene Nuria Hugo Pablo Álvaro Javier Íñigo Sergio Raúl Begoña',
    last: 'García López Fernández Martínez Sánchez Pérez Gómez Ruiz Jiménez Muñoz Álvarez Romero Ibáñez Peñalver Etxeberria',
    lang: 'es',
    lasts: 2,
    phone: '+3455501xxxx',
  },
  mx: {
    first: 'Ximena Guadalupe Fernanda Regina Valeria Emiliano Santiago Diego Mateo Leonardo José Ángel',
    last: 'Hernández Ramírez Torres Flores Vázquez Mendoza Castillo Ortiz Núñez Cárdenas Zamora',
    lang: 'es',
    lasts: 2,
    phone: '+52550000xxxx',
  },
  ar: {
    first: 'Martina Catalina Delfina Agustina Milagros Tomás Joaquín Facundo Lautaro Nicolás',
    last: 'González Rodríguez Fernández Acosta Bianchi Sosa Pereyra Quiroga Gutiérrez Ledesma',
    lang: 'es',
    phone: '+541100000xxx',
  },
  fr: {
    first: 'Camille Léa Chloé Manon Inès Zoé Margaux Hélène Lucas Théo Gaspard Baptiste Loïc Jérôme Anaïs François',
    last: 'Martin Bernard Dubois Lefèvre Moreau Girard Fournier Lambert Rousseau Guérin Perrot Besançon Delaunay',
    lang: 'fr',
    phone: '+3363998xxxx',
  },
  de: {
    first: 'Hanna Lena Jana Frieda Mathilda Käthe Jürgen Lukas Jonas Moritz Björn Stefan Uwe Annegret Maximilian',
    last: 'Müller Schmidt Weber Wagner Schäfer Krüger Groß Vogel Köhler Brandt Lindner Zimmermann Weiß Öztürk',
    lang: 'de',
    phone: '+4917139200xx',
  },
  nl: {
    first: 'Sanne Lotte Fleur Maud Noor Daan Sem Bram Thijs Joost Marijke Wouter',
    last: 'de_Vries van_den_Berg Jansen Bakker Visser Smit Meijer van_Dijk Mulder Hoekstra van_der_Meer ’t_Hart',
    lang: 'nl',
    phone: '+31600000xxx',
  },
  en: {
    first: 'Olivia Amelia Isla Freya Niamh Saoirse Poppy Harry Oliver Alfie Callum Rhys Eleanor Imogen Declan Graham',
    last: 'Smith Jones Taylor Brown Walker Hughes O’Connor Byrne MacLeod Fraser Whitfield Ashdown Pemberton Kelly',
    lang: 'en',
    phone: '+447700900xxx',
  },
  us: {
    first: 'Emma Ava Harper Madison Grace Nora Ethan Mason Logan Jackson Caleb Tyler Brooke Naomi DeShawn',
    last: 'Johnson Williams Davis Miller Wilson Anderson Thompson Robinson Carter Nguyen Rivera Goldberg Washington Lee',
    lang: 'en',
    phone: '+121255501xx',
  },
  it: {
    first: 'Giulia Chiara Francesca Martina Alessia Elisabetta Lorenzo Matteo Davide Niccolò Edoardo Pietro',
    last: 'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino D’Angelo De_Luca Conti',
    lang: 'en',
    phone: '+39300000xxxx',
  },
  pt: {
    first: 'Beatriz Mariana Inês Leonor Matilde João Tiago Gonçalo Duarte Afonso Simão',
    last: 'Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Carvalho Gonçalves Magalhães Simões',
    lang: 'en',
    lasts: 2,
    phone: '+351900000xxx',
  },
  br: {
    first: 'Ana Júlia Larissa Gabriela Letícia Rafael Thiago Vinícius Caio Otávio',
    last: 'Souza Lima Araújo Barbosa Cardoso Nascimento Teixeira Moura Conceição',
    lang: 'en',
    lasts: 2,
    phone: '+551190000xxxx',
  },
  arabic: {
    first:
      'محمد:mohammed فاطمة:fatima عائشة:aisha أحمد:ahmed ليلى:layla خالد:khaled نور:nour يوسف:youssef مريم:maryam سلمى:salma طارق:tarek هند:hind',
    last: 'الحسن:alhasan منصور:mansour حداد:haddad خوري:khoury السيد:elsayed بن_علي:benali العلوي:alaoui النجار:alnajjar إبراهيم:ibrahim القاسمي:alqasimi',
    lang: 'fr',
    phone: '+20190000xxxx',
  },
  ja: {
    first: '美咲:misaki 陽菜:hina 結衣:yui さくら:sakura 健太:kenta 翔:sho 大輔:daisuke 直樹:naoki 由美子:yumiko 蓮:ren',
    last: '佐藤:sato 鈴木:suzuki 高橋:takahashi 田中:tanaka 渡辺:watanabe 伊藤:ito 山本:yamamoto 中村:nakamura 小林:kobayashi 加藤:kato',
    lang: 'en',
    phone: '+819000000xxx',
  },
  ko: {
    first: '민지:minji 서연:seoyeon 지우:jiwoo 하은:haeun 민준:minjun 도윤:doyun 현우:hyunwoo',
    last: '김:kim 이:lee 박:park 최:choi 정:jung 강:kang 윤:yoon',
    lang: 'en',
    phone: '+82100000xxxx',
  },
  zh: {
    first: '伟:wei 芳:fang 丽娜:lina 晓明:xiaoming 雨婷:yuting 俊杰:junjie 慧玲:huiling',
    last: '王:wang 李:li 张:zhang 陈:chen 林:lin 黄:huang 吴:wu',
    lang: 'en',
    phone: '+650000xxxx',
  },
  in: {
    first: 'Priya Ananya Kavya Meera Lakshmi Arjun Rohan Vikram Aditya Karthik Siddharth Deepika',
    last: 'Sharma Patel Iyer Reddy Nair Krishnamurthy Gupta Singh Bose Menon Venkataraman',
    lang: 'en',
    phone: '+9155555xxxxx',
  },
  np: {
    first: 'Sita Anjali Sunita Pema Bishal Ramesh Tenzing Dorje Suman',
    last: 'Shrestha Gurung Tamang Sherpa Adhikari Thapa Maharjan',
    lang: 'en',
    phone: '+977990000xxxx',
  },
  tr: {
    first: 'Zeynep Elif Ayşe Defne Çağla Mehmet Emre Kerem Barış Oğuz',
    last: 'Yılmaz Kaya Demir Şahin Çelik Yıldız Aydın Öztürk Arslan',
    lang: 'en',
    phone: '+90500000xxxx',
  },
  gr: {
    first: 'Ελένη:eleni Μαρία:maria Κατερίνα:katerina Γιώργος:giorgos Νίκος:nikos Δημήτρης:dimitris',
    last: 'Παπαδόπουλος:papadopoulos Νικολάου:nikolaou Γεωργίου:georgiou Βασιλείου:vasileiou Οικονόμου:oikonomou',
    lang: 'en',
    phone: '+3060000xxxxx',
  },
  au: {
    first: 'Charlotte Matilda Ruby Sienna Jack Cooper Lachlan Angus Bronte Kiah',
    last: 'Campbell Mitchell Nguyen Wallace Henderson Kowalski Petrakis Farrow',
    lang: 'en',
    phone: '+614915701xx',
  },
  nz: {
    first: 'Aroha Hine Mereana Isabella Tama Wiremu Rangi Liam',
    last: 'Ngata Parata Te_Whaiti Robertson Harawira Tūhoe Fletcher',
    lang: 'en',
    phone: '+64200000xxxx',
  },
  sv: {
    first: 'Astrid Linnéa Ebba Åsa Björn Göran Oskar Sören',
    last: 'Andersson Lindqvist Sjöberg Åkesson Nyström Hedlund',
    lang: 'en',
    phone: '+467017406xx',
  },
  pl: {
    first: 'Agnieszka Małgorzata Zofia Łukasz Wojciech Krzysztof',
    last: 'Kowalczyk Wiśniewska Dąbrowski Szczepański Grzelak',
    lang: 'en',
    phone: '+48500000xxx',
  },
}

/** Names no form and no column may break on. */
export const longNames: readonly (readonly [first: string, last: string, latin: string])[] = [
  ['Maximiliane-Theodora', 'Freifrau von Hohenstein-Waldenburg zu Schillingsmoos', 'm.hohenstein-waldenburg'],
  ['Ana Sofía de los Ángeles', 'Fernández de Córdoba y Álvarez de Toledo-Montalbán', 'anasofia.fernandez-de-cordoba'],
  ['Oluwadamilola-Temitayo', 'Adebayo-Ogunwale Akinwumi-Ekundayo', 'o.adebayo'],
  ['Srinivasa Venkata Lakshmi Narasimha', 'Ramanujacharyulu', 'svln.ramanujacharyulu'],
  ['Marie-Ève', 'L’Écuyer-Desjardins d’Arcy', 'marie-eve.lecuyer'],
  ['X', 'Æ', 'x.ae'],
]

/** Who lives there, and who else dines there. */
export const locals: Record<string, readonly Origin[]> = {
  AE: ['arabic', 'arabic', 'in', 'en'],
  AR: ['ar'],
  AT: ['de'],
  AU: ['au', 'en', 'zh'],
  BR: ['br'],
  CA: ['us', 'fr', 'en'],
  DE: ['de', 'de', 'de', 'tr'],
  EG: ['arabic'],
  ES: ['es'],
  FR: ['fr', 'fr', 'fr', 'arabic'],
  GB: ['en', 'en', 'en', 'in', 'pl'],
  GR: ['gr'],
  IE: ['en'],
  IN: ['in'],
  IT: ['it'],
  JP: ['ja'],
  KR: ['ko'],
  LB: ['arabic', 'fr'],
  MA: ['arabic', 'fr'],
  MX: ['mx'],
  NL: ['nl'],
  NP: ['np', 'np', 'in'],
  NZ: ['nz', 'en', 'au'],
  PT: ['pt'],
  SG: ['zh', 'zh', 'in', 'en'],
  TR: ['tr'],
  US: ['us', 'us', 'us', 'mx', 'zh'],
}
export const travellers: readonly Origin[] = ['en', 'us', 'de', 'fr', 'nl', 'es', 'ja', 'it', 'arabic', 'zh', 'sv', 'au', 'ko', 'pl', 'in']
