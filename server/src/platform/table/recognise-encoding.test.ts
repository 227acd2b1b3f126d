import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readTable } from './read-table.ts'
import { guessEncoding } from './recognise-encoding.ts'
import { recogniseTable } from './recognise-table.ts'

/** Bytes of a text by the decoder of the same encoding: what it reads as this letter is how it is written. */
const encoderOf = (encoding: string): ((text: string) => Buffer) => {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, number[]>()
  const learn = (bytes: number[]): void => {
    const letter = decoder.decode(Uint8Array.from(bytes))
    if (Array.from(letter).length === 1 && letter !== '\ufffd' && !bytesOf.has(letter)) bytesOf.set(letter, bytes)
  }
  for (let first = 0; first < 256; first++) learn([first])
  if (!/^(windows|iso-8859|koi8|mac|x-mac|ibm)/.test(encoding))
    for (let first = 0x81; first < 256; first++) for (let second = 0x30; second < 256; second++) learn([first, second])
  return (text) => Buffer.from(Array.from(text).flatMap((letter) => bytesOf.get(letter) ?? [0x3f]))
}

const german =
  'Name;Straße;Ort\nGasthaus Löwen;Hauptstraße 5;München\nCafé Müller;Königsallee 1;Düsseldorf\nWeinstube Schönbrunn;Mühlweg 3;Nürnberg\n'
const french = 'Nom,Adresse,Ville\nLe Bistrot de la Forêt,2 rue du Général,Besançon\nChez Hélène,1 place de l’Église,Orléans\n'
const russian = 'Название;Адрес;Город\nРесторан Пушкин;Тверской бульвар 26;Москва\nКафе Север;Невский проспект 44;Санкт-Петербург\n'
const japanese = '店名,住所,電話番号\n寿司太郎,東京都中央区銀座1-2-3,03-1234-5678\nラーメン一番,大阪市北区梅田2-1,06-1234-5678\n'

test.each([
  ['windows-1252', german],
  ['windows-1252', french],
  ['macintosh', french],
  ['windows-1250', 'Nazwa;Ulica;Miasto\nRestauracja Pod Różą;Floriańska 14;Kraków\nGospoda Żurek;Świętokrzyska 3;Łódź\n'],
  [
    'iso-8859-2',
    'Název;Ulice;Město\nHospoda U Kalicha;Na Bojišti 12;Praha\nRestaurace Žižkov;Křižíkova 3;Plzeň\nPivnice Šumava;Třída Míru 7;Liberec\n',
  ],
  ['windows-1251', russian],
  ['koi8-r', russian],
  ['windows-1253', 'Όνομα;Οδός;Πόλη\nΤαβέρνα ο Θανάσης;Μητροπόλεως 69;Αθήνα\n'],
  ['windows-1254', 'Ad;Adres;Şehir\nÇiya Sofrası;Güneşlibahçe Sokak 43;İstanbul\nKöşk Lokantası;Atatürk Caddesi 5;Ankara\n'],
  ['windows-1255', 'שם,כתובת,עיר\nמסעדת הכרם,רחוב הרצל 5,תל אביב\nקפה נמרוד,שדרות רוטשילד 12,תל אביב\n'],
  ['windows-1256', 'الاسم,العنوان,المدينة\nمطعم النجوم,شارع الجامعة 5,القاهرة\nمطعم أبو طارق,شارع شامبليون,القاهرة\n'],
  ['shift_jis', japanese],
  ['euc-jp', japanese],
  ['gb18030', '名称,地址,城市\n状元楼饭店,和义大道1号,宁波\n老妈家,长白街北2号,南京\n全聚德烤鸭店,前门大街30号,北京\n'],
  ['big5', '名稱,地址,電話\n鼎泰豐,臺北市信義路二段194號,02-23218928\n阿宗麵線,臺北市峨眉街8號,02-23888808\n'],
  ['euc-kr', '이름,주소,전화\n한일관,서울특별시 강남구 압구정로,02-732-3735\n명동교자,서울특별시 중구 명동길 29,02-776-5348\n'],
  ['windows-874', 'ชื่อ,ที่อยู่,เมือง\nร้านอาหารใหญ่,ถนนสุขุมวิท 5,กรุงเทพ\n'],
])('%s is known by its letters: %s', (encoding, text) => {
  const bytes = encoderOf(encoding)(text)
  const { encoding: found } = guessEncoding(bytes)
  expect(new TextDecoder(found).decode(bytes)).toBe(text)
})

test.each(['shift_jis', 'euc-jp'])('names in katakana are Japanese, not Cyrillic: %s', (encoding) => {
  const rows = Array.from({ length: 40 }, (_, at) => `レストラン ${at},S${at},JP,東京\nカフェ ルノアール,T${at},JP,東京\n`).join('')
  expect(guessEncoding(encoderOf(encoding)(`name,id,country,city\n${rows}`))).toEqual({ encoding, sure: true })
  expect(guessEncoding(encoderOf(encoding)('name,id\nカフェ ルノアール,1\nレストラン,2\n')).encoding).toBe(encoding)
})

test('a few letters leave it open, a whole language does not', () => {
  expect(guessEncoding(encoderOf('windows-1252')('Name\nCafé\n')).sure).toBe(false)
  expect(guessEncoding(encoderOf('windows-1256')('الاسم,العنوان\nمطعم النجوم,شارع الجامعة\nمطعم أبو طارق,القاهرة\n')).sure).toBe(true)
  expect(guessEncoding(Buffer.from(german))).toEqual({ encoding: 'utf-8', sure: true })
})

test.each(['utf-16le', 'utf-16be'])('%s without its mark', async (encoding) => {
  const little = Buffer.from(german, 'utf16le')
  const bytes = encoding === 'utf-16le' ? little : Buffer.from(little).swap16()
  const source = async function* () {
    yield bytes
  }
  const { layout, sure, preview } = await recogniseTable(source, (name) => name === 'Name' || name === 'Ort')
  expect([layout.encoding, sure, preview[0]]).toEqual([encoding, true, ['Gasthaus Löwen', 'Hauptstraße 5', 'München']])
})

test('letters that come late are seen all the same', async () => {
  const plain = 'name,city\n' + 'Anker,Hamburg\n'.repeat(40_000)
  const late = encoderOf('windows-1251')(`Пушкин,Москва\nКафе Север,Санкт-Петербург\nРесторан на Тверской,Екатеринбург\n`)
  const source = async function* () {
    yield Buffer.from(plain)
    yield late
  }
  const { layout } = await recogniseTable(source, (name) => name === 'name' || name === 'city')
  expect(layout.encoding).toBe('windows-1251')
  let last = ''
  for await (const line of readTable(source, layout).rows()) if ('cells' in line) last = line.cells.join('|')
  expect(last).toBe('Ресторан на Тверской|Екатеринбург')
})

test('a line without an end and a file that unpacks into hundreds of times as much are refused at once', async () => {
  const flawOf = async (bytes: Buffer): Promise<[string, number]> => {
    const before = process.cpuUsage()
    const source = async function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    }
    const read = async (): Promise<void> => {
      const { layout } = await recogniseTable(source, () => false)
      for await (const _ of readTable(source, layout).rows());
    }
    const flaw = await read().then(
      () => 'none',
      (error: { flaw: string }) => error.flaw,
    )
    return [flaw, process.cpuUsage(before).user / 1000]
  }
  const [line, lineMs] = await flawOf(Buffer.from(`name,city\n${'a'.repeat(60_000_000)}`))
  const [table, tableMs] = await flawOf(gzipSync(Buffer.from('date,guests\n'.repeat(5_000_000))))
  expect([line, table]).toEqual(['broken', 'bomb'])
  expect(lineMs + tableMs).toBeLessThan(8000)
})
