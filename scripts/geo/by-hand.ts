/** Parts that are called in English here and otherwise in ISO 3166-2, by country: `name = code`. */
const LINES = `
PL Lower Silesian=02 Kuyavian-Pomeranian=04 Lublin=06 Lubusz=08 Łódź=10 Lesser Poland=12 Masovian=14 Opole=16
PL Subcarpathian=18 Podlachian=20 Podlaskie=20 Pomeranian=22 Silesian=24 Świętokrzyskie=26 Warmian-Masurian=28
PL Greater Poland=30 West Pomeranian=32
KR Seoul=11 Busan=26 Daegu=27 Incheon=28 Gwangju=29 Daejeon=30 Ulsan=31 Gyeonggi=41 Gangwon=42
KR North Chungcheong=43 South Chungcheong=44 North Jeolla=45 South Jeolla=46 North Gyeongsang=47
KR South Gyeongsang=48 Jeju=49
FI Lapland=10 Central Finland=08 Northern Savonia=15 Northern Ostrobothnia=14 Ostrobothnia=12
FI Central Ostrobothnia=07 Southern Ostrobothnia=03 South Karelia=02 Southern Savonia=04 Kainuu=05
FI Tavastia Proper=06 Kymenlaakso=09 Pirkanmaa=11 North Karelia=13 Päijänne Tavastia=16 Satakunta=17
FI Uusimaa=18 Finland Proper=19
FR Seien-et-Marne=77
`;

/** Code of ISO 3166-2 by `XX:name`. */
export const BY_HAND: ReadonlyMap<string, string> = new Map(
  LINES.trim()
    .split('\n')
    .flatMap((line) => {
      const country = line.slice(0, 2);
      return [...line.slice(3).matchAll(/(?<name>[^=]+?)=(?<code>\d+)\s?/g)].map(
        ({ groups }) => [`${country}:${groups?.name}`, `${country}-${groups?.code}`] as const,
      );
    }),
);
