/**
 * The places that this geocoder knows: the larger freight markets. For any other place it answers ZERO_RESULTS, as Google does for an
 * unknown place.
 */
export interface Town {
  city: string;
  state: string;
  zip: string;
  lat: number;
  lng: number;
}

const lines = `
Atlanta|GA|30305|33.84|-84.39
Savannah|GA|31416|32.01|-81.07
Birmingham|AL|35204|33.52|-86.83
Mobile|AL|36606|30.68|-88.1
Phoenix|AZ|85001|33.45|-112.07
Tucson|AZ|85702|32.22|-110.93
Little Rock|AR|72205|34.75|-92.36
Los Angeles|CA|90071|34.05|-118.25
Long Beach|CA|90813|33.79|-118.19
Ontario|CA|91764|34.06|-117.63
Fontana|CA|92331|34.09|-117.46
Stockton|CA|95204|37.97|-121.31
Sacramento|CA|94203|38.58|-121.49
Oakland|CA|94610|37.8|-122.24
Fresno|CA|93707|36.75|-119.64
San Diego|CA|92112|32.72|-117.16
Denver|CO|80208|39.74|-104.98
Hartford|CT|06112|41.79|-72.69
Jacksonville|FL|32214|30.34|-81.68
Miami|FL|33128|25.77|-80.21
Orlando|FL|32807|28.54|-81.33
Tampa|FL|33606|27.94|-82.44
Boise|ID|83705|43.57|-116.24
Chicago|IL|60682|41.85|-87.69
Joliet|IL|60432|41.53|-88.06
Indianapolis|IN|46209|39.78|-86.13
Fort Wayne|IN|46801|41.09|-85.07
Des Moines|IA|50301|41.67|-93.57
Council Bluffs|IA|51502|41.26|-95.86
Davenport|IA|52806|41.56|-90.61
Kansas City|KS|66102|39.1|-94.68
Wichita|KS|67201|37.69|-97.34
Louisville|KY|40201|38.19|-85.68
New Orleans|LA|70139|29.95|-90.08
Shreveport|LA|71102|32.61|-93.75
Baltimore|MD|21203|39.29|-76.62
Boston|MA|02112|42.36|-71.06
Detroit|MI|48216|42.33|-83.08
Grand Rapids|MI|49505|43.01|-85.62
Minneapolis|MN|55401|44.98|-93.27
Jackson|MS|39205|32.3|-90.18
Kansas City|MO|64121|39.1|-94.58
Saint Louis|MO|63108|38.64|-90.25
Joplin|MO|64802|37.08|-94.51
Springfield|MO|65898|37.22|-93.3
Billings|MT|59103|45.78|-108.5
Omaha|NE|68131|41.26|-95.96
Lincoln|NE|68588|40.81|-96.69
Las Vegas|NV|89162|36.17|-115.14
Reno|NV|89504|39.53|-119.81
Newark|NJ|07103|40.74|-74.19
Albuquerque|NM|87103|35.05|-106.67
New York|NY|10103|40.76|-73.98
Buffalo|NY|14204|42.89|-78.87
Syracuse|NY|13202|43.04|-76.15
Charlotte|NC|28204|35.23|-80.82
Greensboro|NC|27402|36.07|-79.79
Raleigh|NC|27611|35.8|-78.63
Fargo|ND|58106|46.88|-96.79
Columbus|OH|43216|39.97|-83.01
Cleveland|OH|44114|41.5|-81.67
Cincinnati|OH|45201|39.17|-84.54
Toledo|OH|43608|41.68|-83.52
Oklahoma City|OK|73105|35.51|-97.5
Tulsa|OK|74119|36.14|-95.99
Portland|OR|97207|45.52|-122.68
Harrisburg|PA|17105|40.27|-76.88
Philadelphia|PA|19140|40.0|-75.15
Pittsburgh|PA|15230|40.43|-80.02
Charleston|SC|29403|32.82|-79.94
Greenville|SC|29601|34.85|-82.41
Sioux Falls|SD|57107|43.55|-96.79
Memphis|TN|38108|35.18|-89.97
Nashville|TN|37224|36.18|-86.79
Knoxville|TN|37927|35.99|-83.96
Dallas|TX|75222|32.77|-96.78
Fort Worth|TX|76101|32.77|-97.29
Houston|TX|77202|29.83|-95.43
San Antonio|TX|78206|29.44|-98.46
Austin|TX|73301|30.33|-97.76
El Paso|TX|79910|31.69|-106.3
Laredo|TX|78041|27.56|-99.48
Amarillo|TX|79106|35.23|-101.89
Salt Lake City|UT|84115|40.7|-111.9
Norfolk|VA|23513|36.9|-76.25
Richmond|VA|23218|37.52|-77.48
Seattle|WA|98111|47.61|-122.33
Spokane|WA|99210|47.65|-117.43
Milwaukee|WI|53233|43.04|-87.94
Cheyenne|WY|82002|41.14|-104.81
`;

export const towns: readonly Town[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [city = '', state = '', zip = '', lat, lng] = line.split('|');
    return { city, state, zip, lat: Number(lat), lng: Number(lng) };
  });
