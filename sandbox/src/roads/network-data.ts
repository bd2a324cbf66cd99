/** Places where interstates meet: name, latitude, longitude. */
export const placeLines = `
Seattle WA|47.61|-122.33
Spokane WA|47.66|-117.43
Portland OR|45.52|-122.68
Sacramento CA|38.58|-121.49
Oakland CA|37.8|-122.27
Fresno CA|36.75|-119.77
Bakersfield CA|35.37|-119.02
Los Angeles CA|34.05|-118.24
San Bernardino CA|34.1|-117.3
Barstow CA|34.9|-117.02
San Diego CA|32.72|-117.16
Reno NV|39.53|-119.81
Las Vegas NV|36.17|-115.14
Boise ID|43.62|-116.2
Salt Lake City UT|40.76|-111.89
Phoenix AZ|33.45|-112.07
Tucson AZ|32.22|-110.97
Flagstaff AZ|35.2|-111.65
Albuquerque NM|35.08|-106.65
El Paso TX|31.76|-106.49
Billings MT|45.78|-108.5
Cheyenne WY|41.14|-104.82
Denver CO|39.74|-104.99
Fargo ND|46.88|-96.79
Sioux Falls SD|43.54|-96.73
Rapid City SD|44.08|-103.23
Minneapolis MN|44.98|-93.27
Omaha NE|41.26|-95.94
Des Moines IA|41.59|-93.62
Salina KS|38.84|-97.61
Wichita KS|37.69|-97.34
Kansas City MO|39.1|-94.58
Joplin MO|37.08|-94.51
Springfield MO|37.21|-93.29
St. Louis MO|38.63|-90.2
Oklahoma City OK|35.47|-97.52
Tulsa OK|36.15|-95.99
Amarillo TX|35.22|-101.83
Dallas TX|32.78|-96.8
Georgetown TX|30.63|-97.68
Austin TX|30.27|-97.74
San Antonio TX|29.42|-98.49
Houston TX|29.76|-95.37
Laredo TX|27.51|-99.51
McAllen TX|26.2|-98.23
Lubbock TX|33.58|-101.86
Little Rock AR|34.75|-92.29
Memphis TN|35.15|-90.05
Nashville TN|36.16|-86.78
Chattanooga TN|35.05|-85.31
Knoxville TN|35.96|-83.92
Jackson MS|32.3|-90.18
New Orleans LA|29.95|-90.07
Mobile AL|30.69|-88.04
Birmingham AL|33.52|-86.8
Atlanta GA|33.75|-84.39
Macon GA|32.84|-83.63
Savannah GA|32.08|-81.09
Tallahassee FL|30.44|-84.28
Jacksonville FL|30.33|-81.66
Orlando FL|28.54|-81.38
Tampa FL|27.95|-82.46
Miami FL|25.77|-80.19
Columbia SC|34|-81.03
Charlotte NC|35.23|-80.84
Raleigh NC|35.78|-78.64
Richmond VA|37.54|-77.44
Roanoke VA|37.27|-79.94
Charleston WV|38.35|-81.63
Louisville KY|38.25|-85.76
Cincinnati OH|39.1|-84.51
Columbus OH|39.96|-83
Toledo OH|41.65|-83.54
Cleveland OH|41.5|-81.69
Youngstown OH|41.1|-80.65
Detroit MI|42.33|-83.05
Indianapolis IN|39.77|-86.16
Chicago IL|41.88|-87.63
Joliet IL|41.53|-88.08
Gary IN|41.59|-87.35
Milwaukee WI|43.04|-87.91
Madison WI|43.07|-89.4
Green Bay WI|44.51|-88.02
Grand Rapids MI|42.96|-85.66
Pittsburgh PA|40.44|-80
Harrisburg PA|40.27|-76.88
Allentown PA|40.6|-75.47
Scranton PA|41.41|-75.66
Philadelphia PA|39.95|-75.17
Baltimore MD|39.29|-76.61
Washington DC|38.9|-77.04
Newark NJ|40.73|-74.17
New York NY|40.71|-74
Albany NY|42.65|-73.76
Syracuse NY|43.05|-76.15
Buffalo NY|42.89|-78.88
Hartford CT|41.76|-72.67
Boston MA|42.36|-71.06
Portland ME|43.66|-70.26
`;

/** Roads without toll: from, to, miles. */
export const freeLines = `
Seattle WA|Portland OR|174
Seattle WA|Spokane WA|280
Spokane WA|Billings MT|540
Spokane WA|Boise ID|430
Portland OR|Sacramento CA|580
Portland OR|Boise ID|430
Boise ID|Salt Lake City UT|339
Boise ID|Reno NV|423
Billings MT|Fargo ND|607
Billings MT|Cheyenne WY|455
Billings MT|Rapid City SD|320
Rapid City SD|Sioux Falls SD|348
Rapid City SD|Cheyenne WY|300
Salt Lake City UT|Billings MT|550
Salt Lake City UT|Flagstaff AZ|519
Sacramento CA|Oakland CA|82
Sacramento CA|Reno NV|132
Sacramento CA|Fresno CA|170
Oakland CA|Fresno CA|176
Fresno CA|Bakersfield CA|109
Bakersfield CA|Los Angeles CA|112
Bakersfield CA|Barstow CA|130
Los Angeles CA|San Bernardino CA|60
Los Angeles CA|San Diego CA|120
San Bernardino CA|Barstow CA|72
San Bernardino CA|Phoenix AZ|316
Barstow CA|Las Vegas NV|156
Barstow CA|Flagstaff AZ|350
San Diego CA|Phoenix AZ|355
Reno NV|Salt Lake City UT|518
Las Vegas NV|Salt Lake City UT|421
Las Vegas NV|Denver CO|749
Las Vegas NV|Reno NV|440
Las Vegas NV|Phoenix AZ|298
Phoenix AZ|Tucson AZ|114
Tucson AZ|San Diego CA|407
Phoenix AZ|Flagstaff AZ|145
Tucson AZ|El Paso TX|317
Flagstaff AZ|Albuquerque NM|323
Albuquerque NM|El Paso TX|266
Albuquerque NM|Amarillo TX|288
Albuquerque NM|Denver CO|447
El Paso TX|Dallas TX|635
El Paso TX|San Antonio TX|551
Salt Lake City UT|Cheyenne WY|437
Salt Lake City UT|Denver CO|520
Cheyenne WY|Denver CO|101
Cheyenne WY|Omaha NE|494
Denver CO|Omaha NE|540
Denver CO|Salina KS|430
Denver CO|Amarillo TX|434
Fargo ND|Minneapolis MN|235
Fargo ND|Sioux Falls SD|243
Sioux Falls SD|Minneapolis MN|237
Sioux Falls SD|Omaha NE|182
Minneapolis MN|Des Moines IA|244
Minneapolis MN|Madison WI|270
Omaha NE|Des Moines IA|136
Omaha NE|Kansas City MO|185
Des Moines IA|Kansas City MO|195
Des Moines IA|Chicago IL|333
Salina KS|Kansas City MO|176
Salina KS|Wichita KS|90
Wichita KS|Oklahoma City OK|161
Wichita KS|Tulsa OK|175
Kansas City MO|Joplin MO|155
Kansas City MO|Springfield MO|166
Kansas City MO|St. Louis MO|249
Joplin MO|Springfield MO|72
Springfield MO|St. Louis MO|216
Springfield MO|Memphis TN|284
Amarillo TX|Oklahoma City OK|260
Amarillo TX|Dallas TX|363
Amarillo TX|Lubbock TX|124
Lubbock TX|Dallas TX|345
Lubbock TX|Albuquerque NM|320
Oklahoma City OK|Dallas TX|206
Oklahoma City OK|Little Rock AR|339
Tulsa OK|Dallas TX|257
Tulsa OK|Little Rock AR|276
Dallas TX|Georgetown TX|168
Dallas TX|Houston TX|239
Dallas TX|Little Rock AR|319
Dallas TX|Jackson MS|405
Georgetown TX|Austin TX|29
Austin TX|San Antonio TX|80
Austin TX|Houston TX|165
San Antonio TX|Houston TX|197
San Antonio TX|Laredo TX|157
Houston TX|Laredo TX|315
Houston TX|McAllen TX|348
San Antonio TX|McAllen TX|240
Houston TX|New Orleans LA|348
Houston TX|Little Rock AR|436
Little Rock AR|Memphis TN|137
St. Louis MO|Memphis TN|284
St. Louis MO|Nashville TN|309
St. Louis MO|Louisville KY|260
St. Louis MO|Indianapolis IN|243
St. Louis MO|Chicago IL|297
Memphis TN|Nashville TN|212
Memphis TN|Jackson MS|210
Memphis TN|Birmingham AL|241
Nashville TN|Birmingham AL|192
Nashville TN|Chattanooga TN|134
Nashville TN|Knoxville TN|180
Nashville TN|Louisville KY|175
Chattanooga TN|Knoxville TN|112
Chattanooga TN|Birmingham AL|147
Chattanooga TN|Atlanta GA|118
Knoxville TN|Cincinnati OH|252
Knoxville TN|Roanoke VA|258
Knoxville TN|Charlotte NC|231
Jackson MS|New Orleans LA|187
Jackson MS|Birmingham AL|238
New Orleans LA|Mobile AL|144
New Orleans LA|Birmingham AL|343
Mobile AL|Birmingham AL|258
Mobile AL|Atlanta GA|328
Mobile AL|Tallahassee FL|242
Tallahassee FL|Jacksonville FL|164
Birmingham AL|Atlanta GA|147
Atlanta GA|Macon GA|84
Atlanta GA|Charlotte NC|245
Atlanta GA|Columbia SC|214
Macon GA|Savannah GA|166
Macon GA|Jacksonville FL|263
Macon GA|Orlando FL|356
Macon GA|Tampa FL|372
Savannah GA|Jacksonville FL|139
Savannah GA|Columbia SC|158
Savannah GA|Richmond VA|468
Jacksonville FL|Orlando FL|141
Jacksonville FL|Miami FL|346
Orlando FL|Tampa FL|85
Tampa FL|Miami FL|281
Columbia SC|Charlotte NC|93
Charlotte NC|Raleigh NC|167
Charlotte NC|Roanoke VA|196
Charlotte NC|Richmond VA|293
Raleigh NC|Richmond VA|170
Roanoke VA|Harrisburg PA|297
Richmond VA|Washington DC|109
Richmond VA|Roanoke VA|188
Washington DC|Baltimore MD|40
Washington DC|Roanoke VA|240
Washington DC|Pittsburgh PA|245
Baltimore MD|Harrisburg PA|80
Baltimore MD|Pittsburgh PA|248
Charleston WV|Columbus OH|163
Charleston WV|Louisville KY|246
Charleston WV|Pittsburgh PA|226
Louisville KY|Cincinnati OH|100
Louisville KY|Indianapolis IN|114
Cincinnati OH|Columbus OH|107
Cincinnati OH|Indianapolis IN|112
Cincinnati OH|Toledo OH|202
Columbus OH|Indianapolis IN|176
Columbus OH|Cleveland OH|143
Columbus OH|Pittsburgh PA|185
Columbus OH|Toledo OH|142
Toledo OH|Detroit MI|60
Toledo OH|Indianapolis IN|219
Gary IN|Chicago IL|30
Gary IN|Joliet IL|45
Gary IN|Detroit MI|255
Gary IN|Indianapolis IN|153
Joliet IL|Chicago IL|45
Joliet IL|Des Moines IA|300
Joliet IL|St. Louis MO|258
Milwaukee WI|Madison WI|79
Milwaukee WI|Green Bay WI|118
Green Bay WI|Minneapolis MN|279
Gary IN|Grand Rapids MI|150
Grand Rapids MI|Detroit MI|158
Cleveland OH|Youngstown OH|75
Youngstown OH|Pittsburgh PA|67
Youngstown OH|Harrisburg PA|248
Youngstown OH|Newark NJ|375
Pittsburgh PA|Buffalo NY|218
Harrisburg PA|Allentown PA|82
Harrisburg PA|Scranton PA|120
Scranton PA|Allentown PA|75
Scranton PA|Newark NJ|118
Scranton PA|Syracuse NY|130
Allentown PA|Philadelphia PA|62
Allentown PA|Newark NJ|80
New York NY|Hartford CT|116
Hartford CT|Boston MA|101
Hartford CT|Albany NY|111
Boston MA|Portland ME|107
`;

/**
 * Toll roads: from, to, miles, toll system, dollars for five axles with a transponder, and the miles of the way around without toll (0 when
 * the roads above are the way around). The amounts are near those of 2025, not exact.
 */
export const tollLines = `
Chicago IL|Milwaukee WI|92|Illinois Tollway|17.4|104
Chicago IL|Madison WI|147|Illinois Tollway|22.1|158
Gary IN|Toledo OH|213|Indiana Toll Road|94.15|229
Toledo OH|Youngstown OH|160|Ohio Turnpike|48.75|176
Toledo OH|Cleveland OH|115|Ohio Turnpike|34.5|128
Cleveland OH|Pittsburgh PA|134|Ohio Turnpike|31.25|0
Cleveland OH|Buffalo NY|191|New York State Thruway|12.85|198
Pittsburgh PA|Harrisburg PA|205|Pennsylvania Turnpike|118.4|216
Harrisburg PA|Philadelphia PA|106|Pennsylvania Turnpike|57.9|118
Philadelphia PA|Newark NJ|83|New Jersey Turnpike|48.3|92
Baltimore MD|Philadelphia PA|101|Delaware Turnpike|36|112
Newark NJ|New York NY|12|Port Authority of NY & NJ|99.75|0
Newark NJ|Albany NY|148|New York State Thruway|33.6|163
Albany NY|Syracuse NY|146|New York State Thruway|31.45|157
Syracuse NY|Buffalo NY|150|New York State Thruway|30.7|163
Albany NY|Boston MA|169|Massachusetts Turnpike|29.8|182
Charlotte NC|Charleston WV|267|West Virginia Turnpike|40.5|301
Oklahoma City OK|Tulsa OK|106|Turner Turnpike|20.9|117
Tulsa OK|Joplin MO|115|Will Rogers Turnpike|20.6|124
Wichita KS|Kansas City MO|199|Kansas Turnpike|24.75|222
Georgetown TX|San Antonio TX|106|Texas SH 130|38.2|0
Orlando FL|Miami FL|236|Florida's Turnpike|51.6|0
`;
