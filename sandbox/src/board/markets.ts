/**
 * Freight markets: how much freight leaves (1 to 11), what a mile out of it and a mile into it pays compared with others, and its towns,
 * the main one first, with latitude and longitude. Towns and places are those of the product's list of places.
 */
const lines = `
9|1.06|0.97|Atlanta,GA,33.84,-84.47;Conley,GA,33.64,-84.34;Forest Park,GA,33.61,-84.37;McDonough,GA,33.48,-84.06;Fairburn,GA,33.56,-84.58;Lithia Springs,GA,33.77,-84.65;Union City,GA,33.58,-84.55;Buford,GA,33.96,-84.04;Gainesville,GA,34.31,-83.83;Cartersville,GA,34.19,-84.82
4|1.1|0.95|Savannah,GA,32.07,-81.09;Pooler,GA,32.11,-81.25;Garden City,GA,32.11,-81.15;Brunswick,GA,31.18,-81.49
6|1.02|0.98|Charlotte,NC,35.26,-80.8;Concord,NC,35.37,-80.53;Gastonia,NC,35.24,-81.22;Statesville,NC,35.87,-80.89;Rock Hill,SC,34.92,-81.01
4|1|1|Greensboro,NC,36.07,-79.77;High Point,NC,35.95,-79.99;Burlington,NC,36.03,-79.49;Raleigh,NC,35.77,-78.63
4|1.02|0.98|Greenville,SC,34.85,-82.41;Spartanburg,SC,34.94,-81.97;Anderson,SC,34.53,-82.63;Duncan,SC,34.92,-82.13
3|1.08|0.97|Charleston,SC,32.78,-79.94;North Charleston,SC,32.85,-79.99;Summerville,SC,33.03,-80.17;Goose Creek,SC,33.06,-80.01
3|1|0.99|Birmingham,AL,33.52,-86.8;Bessemer,AL,33.41,-86.95;Tuscaloosa,AL,33.2,-87.56;Decatur,AL,34.59,-86.99;Huntsville,AL,34.73,-86.57
2|1.04|0.99|Mobile,AL,30.69,-88.04;Theodore,AL,30.54,-88.18;Pascagoula,MS,30.37,-88.56
3|0.92|1.05|Jacksonville,FL,30.34,-81.77;Orange Park,FL,30.14,-81.77;Saint Augustine,FL,29.8,-81.26
4|0.8|1.18|Lakeland,FL,28.04,-81.94;Orlando,FL,28.54,-81.37;Tampa,FL,28.0,-82.58;Plant City,FL,28.01,-82.13;Auburndale,FL,28.07,-81.81;Davenport,FL,28.17,-81.63
3|0.72|1.28|Miami,FL,25.78,-80.2;Hialeah,FL,25.86,-80.28;Pompano Beach,FL,26.23,-80.12;Fort Lauderdale,FL,26.12,-80.13
5|1.01|0.98|Nashville,TN,36.17,-86.78;La Vergne,TN,36.01,-86.56;Smyrna,TN,35.97,-86.5;Lebanon,TN,36.21,-86.3;Murfreesboro,TN,35.76,-86.37
7|1.06|0.95|Memphis,TN,35.17,-89.99;Olive Branch,MS,34.94,-89.85;Southaven,MS,34.98,-90.0;Byhalia,MS,34.89,-89.68;West Memphis,AR,35.15,-90.18
3|1|0.99|Knoxville,TN,36.03,-83.88;Chattanooga,TN,35.05,-85.31;Cleveland,TN,35.13,-84.88;Dalton,GA,34.77,-84.97
5|1.03|0.97|Louisville,KY,38.19,-85.68;Shepherdsville,KY,38.0,-85.69;Jeffersonville,IN,38.31,-85.74;Elizabethtown,KY,37.68,-85.88
3|1.02|0.98|Lexington,KY,38.02,-84.49;Georgetown,KY,38.21,-84.56;Richmond,KY,37.75,-84.3
6|1.04|0.97|Columbus,OH,40.1,-83.02;Groveport,OH,39.86,-82.89;Lockbourne,OH,39.81,-82.98;Obetz,OH,39.88,-82.95;Newark,OH,40.07,-82.4;Marion,OH,40.62,-83.07
4|1.05|0.98|Cleveland,OH,41.52,-81.6;Akron,OH,41.04,-81.52;Solon,OH,41.39,-81.44;Medina,OH,41.14,-81.86;Youngstown,OH,41.02,-80.8
4|1.05|0.98|Toledo,OH,41.66,-83.56;Perrysburg,OH,41.54,-83.59;Findlay,OH,41.04,-83.65;Bowling Green,OH,41.38,-83.65
5|1.03|0.98|Cincinnati,OH,39.17,-84.54;Hebron,KY,39.03,-84.62;Fairfield,OH,39.33,-84.55;Florence,KY,38.96,-84.75;Middletown,OH,39.53,-84.39;Dayton,OH,39.75,-84.27
5|1.07|0.99|Detroit,MI,42.35,-83.06;Romulus,MI,42.22,-83.4;Livonia,MI,42.36,-83.36;Warren,MI,42.52,-82.98;Taylor,MI,42.23,-83.27
3|1.06|1|Grand Rapids,MI,42.98,-85.63;Holland,MI,42.79,-86.11;Kalamazoo,MI,42.27,-85.55;Wyoming,MI,42.91,-85.71
7|1.05|0.96|Indianapolis,IN,39.77,-86.11;Plainfield,IN,39.69,-86.39;Whitestown,IN,40.0,-86.35;Greenwood,IN,39.62,-86.15;Lebanon,IN,40.04,-86.46
4|1.05|0.97|Fort Wayne,IN,41.09,-85.07;South Bend,IN,41.67,-86.25;Elkhart,IN,41.71,-85.97;Goshen,IN,41.58,-85.86
11|1.08|0.98|Chicago,IL,41.89,-87.62;Joliet,IL,41.47,-87.94;Romeoville,IL,41.64,-88.07;Bolingbrook,IL,41.7,-88.09;Elgin,IL,42.04,-88.26;Aurora,IL,41.78,-88.26;Wilmington,IL,41.31,-88.15;Gary,IN,41.59,-87.32;Hammond,IN,41.61,-87.51;Bedford Park,IL,41.81,-87.69;Carol Stream,IL,41.91,-88.13
3|1.07|0.97|Rockford,IL,42.29,-89.12;Belvidere,IL,42.26,-88.85;Rochelle,IL,41.93,-89.07;Janesville,WI,42.74,-89.04;Beloit,WI,42.56,-89.09
5|1.09|0.98|Milwaukee,WI,43.04,-87.91;Waukesha,WI,43.0,-88.22;Racine,WI,42.73,-87.68;Kenosha,WI,42.61,-87.83;Oak Creek,WI,42.89,-87.9;West Allis,WI,43.02,-88.01;Menomonee Falls,WI,43.16,-88.11
4|1.1|0.99|Green Bay,WI,44.48,-88.02;Appleton,WI,44.28,-88.4;Neenah,WI,44.18,-88.48;Oshkosh,WI,44.02,-88.54;Fond du Lac,WI,43.77,-88.44
5|1.06|1|Minneapolis,MN,44.98,-93.27;Shakopee,MN,44.78,-93.52;Eagan,MN,44.8,-93.17;Rogers,MN,45.17,-93.58;Saint Cloud,MN,45.54,-94.18;Owatonna,MN,44.08,-93.22
3|1.07|0.97|Des Moines,IA,41.67,-93.57;Ankeny,IA,41.72,-93.57;Ames,IA,42.04,-93.6;Newton,IA,41.7,-93.05
3|1.08|0.97|Cedar Rapids,IA,41.97,-91.66;Davenport,IA,41.52,-90.57;Dubuque,IA,42.52,-90.68;Muscatine,IA,41.43,-91.05;Moline,IL,41.49,-90.5
3|1.06|0.97|Omaha,NE,41.26,-95.94;Council Bluffs,IA,41.23,-95.88;Lincoln,NE,40.87,-96.82;Fremont,NE,41.44,-96.49
2|1.06|1.02|Sioux Falls,SD,43.55,-96.69;Sioux City,IA,42.5,-96.4;Worthington,MN,43.63,-95.61
1|1.02|1.06|Fargo,ND,46.92,-96.83;Moorhead,MN,46.87,-96.76;Grand Forks,ND,47.9,-97.04
5|1.05|0.97|Kansas City,MO,39.1,-94.6;Kansas City,KS,39.12,-94.63;Olathe,KS,38.9,-94.83;Edgerton,KS,38.78,-95.01;Liberty,MO,39.25,-94.42;Saint Joseph,MO,39.77,-94.84
5|1.04|0.96|Saint Louis,MO,38.63,-90.19;Hazelwood,MO,38.78,-90.37;Edwardsville,IL,38.8,-89.96;Granite City,IL,38.73,-90.11;Saint Peters,MO,38.78,-90.62
2|1.04|0.97|Springfield,MO,37.26,-93.34;Joplin,MO,37.1,-94.51;Carthage,MO,37.16,-94.31;Rogers,AR,36.34,-94.11
3|1.02|0.97|Little Rock,AR,34.75,-92.28;North Little Rock,AR,34.77,-92.26;Conway,AR,35.08,-92.42;Fort Smith,AR,35.37,-94.41;Russellville,AR,35.28,-93.13
2|1.03|0.99|Wichita,KS,37.69,-97.34;Hutchinson,KS,38.05,-97.93;Salina,KS,38.82,-97.64;Newton,KS,38.05,-97.34
3|1|0.99|Oklahoma City,OK,35.49,-97.56;Moore,OK,35.34,-97.49;Shawnee,OK,35.3,-96.96;Norman,OK,35.21,-97.44
2|1.01|0.98|Tulsa,OK,36.04,-95.87;Broken Arrow,OK,35.99,-95.81;Catoosa,OK,36.17,-95.73;Muskogee,OK,35.71,-95.5
10|0.97|0.98|Dallas,TX,32.79,-96.8;Fort Worth,TX,32.77,-97.29;Lancaster,TX,32.62,-96.78;Wilmer,TX,32.6,-96.68;Grand Prairie,TX,32.76,-97.01;Coppell,TX,32.97,-96.98;Irving,TX,32.77,-96.78;Garland,TX,32.92,-96.62;Denton,TX,33.23,-97.13
8|0.96|1|Houston,TX,29.81,-95.31;Baytown,TX,29.75,-94.97;La Porte,TX,29.69,-95.05;Katy,TX,29.83,-95.74;Pasadena,TX,29.69,-95.21;Conroe,TX,30.31,-95.45;Sugar Land,TX,29.62,-95.61
4|0.95|1.01|San Antonio,TX,29.47,-98.54;Schertz,TX,29.58,-98.28;New Braunfels,TX,29.72,-98.07;San Marcos,TX,29.88,-97.94;Austin,TX,30.33,-97.77
6|1.1|0.92|Laredo,TX,27.52,-99.5;Mission,TX,26.22,-98.33;Pharr,TX,26.18,-98.19;McAllen,TX,26.22,-98.24;Edinburg,TX,26.28,-98.18
4|1.04|0.94|El Paso,TX,31.76,-106.48;Santa Teresa,NM,31.84,-106.68;Las Cruces,NM,32.29,-106.75;Socorro,TX,31.65,-106.3
1|1|1|Amarillo,TX,35.2,-101.84;Lubbock,TX,33.59,-101.86;Plainview,TX,34.2,-101.73
3|0.98|1|New Orleans,LA,29.96,-90.08;Harahan,LA,29.94,-90.2;Baton Rouge,LA,30.45,-91.19;Port Allen,LA,30.47,-91.25;Kenner,LA,29.99,-90.25
2|0.98|0.98|Shreveport,LA,32.5,-93.75;Bossier City,LA,32.54,-93.7;Longview,TX,32.52,-94.73;Texarkana,TX,33.41,-94.18
2|1|0.98|Jackson,MS,32.29,-90.19;Pearl,MS,32.26,-90.09;Meridian,MS,32.36,-88.66;Hattiesburg,MS,31.31,-89.31
4|0.82|1.14|Denver,CO,39.73,-104.86;Aurora,CO,39.74,-104.86;Commerce City,CO,39.83,-104.91;Henderson,CO,39.9,-104.87;Fort Collins,CO,40.58,-105.1;Pueblo,CO,38.29,-104.58
4|0.93|1.04|Salt Lake City,UT,40.76,-111.9;West Valley City,UT,40.69,-112.0;Ogden,UT,41.24,-112.01;Clearfield,UT,41.13,-112.05;Tooele,UT,40.55,-112.3
2|0.96|1.06|Boise,ID,43.6,-116.27;Nampa,ID,43.58,-116.58;Caldwell,ID,43.66,-116.7;Twin Falls,ID,42.56,-114.47;Idaho Falls,ID,43.55,-111.89
5|0.9|1.05|Phoenix,AZ,33.45,-112.07;Tolleson,AZ,33.43,-112.28;Glendale,AZ,33.53,-112.18;Goodyear,AZ,33.44,-112.38;Chandler,AZ,33.33,-111.86
3|1.02|1.02|Tucson,AZ,32.21,-110.97;Nogales,AZ,31.38,-110.94;Rio Rico,AZ,31.51,-111.08;Casa Grande,AZ,32.89,-111.75
1|0.86|1.08|Albuquerque,NM,35.2,-106.64;Belen,NM,34.65,-106.7;Los Lunas,NM,34.78,-106.71
3|0.85|1.06|Las Vegas,NV,36.17,-115.12;North Las Vegas,NV,36.21,-115.12;Henderson,NV,36.0,-114.96
3|0.95|1.03|Reno,NV,39.53,-119.81;Sparks,NV,39.55,-119.76;Fernley,NV,39.6,-119.23
10|1.12|0.96|Ontario,CA,34.06,-117.65;Fontana,CA,34.09,-117.46;Rialto,CA,34.11,-117.38;Riverside,CA,33.99,-117.37;Mira Loma,CA,33.99,-117.52;San Bernardino,CA,34.11,-117.29;Moreno Valley,CA,33.88,-117.23;Perris,CA,33.79,-117.32;Redlands,CA,34.04,-117.18
8|1.12|0.97|Los Angeles,CA,33.97,-118.25;Long Beach,CA,33.77,-118.19;Carson,CA,33.82,-118.27;Compton,CA,33.87,-118.24;City Of Industry,CA,34.02,-117.96;Santa Fe Springs,CA,33.95,-118.08
5|1.09|0.98|Stockton,CA,37.96,-121.29;Tracy,CA,37.73,-121.41;Lathrop,CA,37.82,-121.28;Modesto,CA,37.67,-121.01;Sacramento,CA,38.58,-121.49;Patterson,CA,37.48,-121.16
4|1.12|0.98|Fresno,CA,36.84,-119.8;Visalia,CA,36.31,-119.31;Tulare,CA,36.2,-119.34;Selma,CA,36.57,-119.62;Bakersfield,CA,35.39,-119.02
3|1.18|1.02|Salinas,CA,36.67,-121.66;Watsonville,CA,36.91,-121.76;Gilroy,CA,37.01,-121.58;Soledad,CA,36.42,-121.32
4|0.98|1.05|Portland,OR,45.51,-122.69;Clackamas,OR,45.41,-122.52;Salem,OR,44.95,-123.0;Vancouver,WA,45.64,-122.68;Troutdale,OR,45.53,-122.37
1|0.98|1.05|Medford,OR,42.28,-122.91;Eugene,OR,44.07,-123.08;Roseburg,OR,43.23,-123.23
4|0.9|1.1|Seattle,WA,47.61,-122.33;Kent,WA,47.39,-122.21;Tacoma,WA,47.25,-122.44;Auburn,WA,47.31,-122.27;Sumner,WA,47.07,-122.11;Fife,WA,47.24,-122.36
2|1.04|1.04|Pasco,WA,46.25,-119.1;Yakima,WA,46.6,-120.51;Wenatchee,WA,47.43,-120.33;Quincy,WA,47.2,-119.85;Spokane,WA,47.67,-117.44
1|0.9|1.1|Billings,MT,45.77,-108.5;Bozeman,MT,45.67,-111.04;Missoula,MT,46.86,-114.03
1|0.92|1.06|Cheyenne,WY,41.14,-104.8;Casper,WY,42.85,-106.32;Laramie,WY,41.44,-105.8
6|0.99|1.02|Harrisburg,PA,40.26,-76.88;Carlisle,PA,40.24,-77.2;Mechanicsburg,PA,40.21,-77.03;York,PA,39.96,-76.73;Shippensburg,PA,40.05,-77.52;Chambersburg,PA,39.93,-77.66
5|0.97|1.04|Allentown,PA,40.6,-75.47;Breinigsville,PA,40.55,-75.66;Bethlehem,PA,40.6,-75.38;Easton,PA,40.74,-75.22;Hazleton,PA,40.95,-75.96;Scranton,PA,41.4,-75.64
4|0.92|1.08|Philadelphia,PA,40.0,-75.12;Swedesboro,NJ,39.75,-75.34;Pedricktown,NJ,39.74,-75.41;Bristol,PA,40.12,-74.85;New Castle,DE,39.59,-75.65
3|0.99|1.03|Pittsburgh,PA,40.48,-79.95;Cranberry Township,PA,40.69,-80.11;Washington,PA,40.17,-80.26;Latrobe,PA,40.29,-79.41;Wheeling,WV,40.1,-80.65
6|0.88|1.14|Elizabeth,NJ,40.67,-74.2;Newark,NJ,40.74,-74.23;Edison,NJ,40.52,-74.4;Secaucus,NJ,40.79,-74.06;Cranbury,NJ,40.3,-74.51;Carteret,NJ,40.58,-74.23;Bayonne,NJ,40.67,-74.12
2|0.8|1.26|Brooklyn,NY,40.69,-73.99;Bronx,NY,40.82,-73.92;Maspeth,NY,40.72,-73.9;Hicksville,NY,40.76,-73.52
3|0.98|1.03|Buffalo,NY,42.9,-78.88;Rochester,NY,43.29,-77.68;Syracuse,NY,43.05,-76.15;Tonawanda,NY,43.0,-78.85
2|0.93|1.07|Albany,NY,42.65,-73.76;Schenectady,NY,42.81,-73.94;Saratoga Springs,NY,43.07,-73.74;Utica,NY,43.09,-75.23
2|0.86|1.13|Hartford,CT,41.78,-72.68;Bloomfield,CT,41.83,-72.72;Windsor,CT,41.85,-72.64;Springfield,MA,42.1,-72.59
3|0.8|1.2|Boston,MA,42.36,-71.07;Worcester,MA,42.26,-71.8;Taunton,MA,41.91,-71.1;Franklin,MA,42.09,-71.41;Leominster,MA,42.53,-71.76
1|0.82|1.2|Portland,ME,43.66,-70.26;Lewiston,ME,44.1,-70.19;Scarborough,ME,43.58,-70.27
4|0.93|1.05|Baltimore,MD,39.29,-76.63;Hagerstown,MD,39.63,-77.74;Jessup,MD,39.15,-76.79;Aberdeen,MD,39.51,-76.18;Frederick,MD,39.45,-77.33
3|0.98|1.04|Norfolk,VA,36.9,-76.21;Chesapeake,VA,36.74,-76.24;Suffolk,VA,36.87,-76.56;Portsmouth,VA,36.81,-76.37
3|0.98|1.02|Richmond,VA,37.55,-77.46;Petersburg,VA,37.21,-77.48;Ashland,VA,37.74,-77.48;Chester,VA,37.34,-77.42
2|0.99|1.01|Roanoke,VA,37.27,-79.96;Salem,VA,37.29,-80.07;Lynchburg,VA,37.35,-79.16;Wytheville,VA,36.94,-81.09
1|0.96|1.06|Charleston,WV,38.35,-81.63;Huntington,WV,38.41,-82.44;Parkersburg,WV,39.26,-81.54
`;

export interface Town {
  city: string;
  state: string;
  lat: number;
  lng: number;
}

export interface Market {
  volume: number;
  /** Factors on the rate of a load that leaves, and of one that arrives. Nobody wants to be empty where little freight leaves. */
  outbound: number;
  inbound: number;
  towns: readonly Town[];
}

export const markets: readonly Market[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [volume, outbound, inbound, towns = ''] = line.split('|');
    return {
      volume: Number(volume),
      outbound: Number(outbound),
      inbound: Number(inbound),
      towns: towns.split(';').map((town) => {
        const [city = '', state = '', lat, lng] = town.split(',');
        return { city, state, lat: Number(lat), lng: Number(lng) };
      }),
    };
  });
