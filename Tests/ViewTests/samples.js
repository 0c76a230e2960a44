// Archives that the tests of the page look at, in text notation (annex C).
'use strict';

/** People with pets. */
const household = String.raw`{"stele":"1.0","type":"org.example.household","writer":"Household 2.1",
"classes":[
{"name":"Address","version":1,"kind":"struct","keys":[{"name":"street","type":"string","since":1,"flags":"required"},{"name":"town","type":"string","since":1,"flags":"required"},{"name":"place","type":["list","float64"],"since":1,"flags":"required"}]},
{"name":"Person","version":3,"kind":"class","super":0,"keys":[
 {"name":"name","type":"string","since":1,"flags":"required"},
 {"name":"born","type":"date","since":1,"flags":"required"},
 {"name":"home","type":["struct","Address"],"since":2,"flags":"required"},
 {"name":"pets","type":["list",["ref","Pet"]],"since":1,"flags":"required"},
 {"name":"friends","type":["list",["weak","Person"]],"since":2,"flags":"required"},
 {"name":"scores","type":["map","string","int32"],"since":3,"flags":"optional"},
 {"name":"note","type":"string","since":3,"flags":"optional"},
 {"name":"photo","type":"bytes","since":3,"flags":"optional"}]},
{"name":"Pet","version":1,"kind":"class","super":0,"keys":[{"name":"name","type":"string","since":1,"flags":"required"},{"name":"owner","type":["weak","Person"],"since":1,"flags":"required"}]},
{"name":"Dog","version":1,"kind":"class","super":3,"keys":[{"name":"weight","type":"decimal","since":1,"flags":"required"},{"name":"coat","type":["enum","Coat"],"since":1,"flags":"required"},{"name":"chip","type":["optional","uuid"],"since":1,"flags":"required"}]},
{"name":"Cat","version":1,"kind":"class","super":3,"keys":[{"name":"lives","type":"uint8","since":1,"flags":"required"}]},
{"name":"Coat","version":1,"kind":"enum","cases":[{"name":"short","since":1,"retired":false,"keys":[]},{"name":"curly","since":1,"retired":false,"keys":[{"name":"colours","type":["list","string"],"since":1,"flags":"required"}]}]}
],
"objects":[
{"class":2,"values":[{"name":"Ann","born":-441763200.0,"home":{"class":1,"values":{"street":"12 Mill Lane","town":"Ely","place":[52.3995,0.2621]}},"pets":[3,4],"friends":[2,5],"scores":[["chess",1840],["go",12]],"note":"Allergic to cats, and has one anyway.","photo":"89504e470d0a1a0a0000000d49484452000000400000004008060000"}]},
{"class":2,"values":[{"name":"Bob","born":-378604800.0,"home":{"class":1,"values":{"street":"3 Quayside","town":"Ely","place":[52.3954,0.2703]}},"pets":[3],"friends":[1]}]},
{"class":4,"values":[{"name":"Rex","owner":1},{"weight":"274e-1","coat":{"class":6,"case":"curly","values":{"colours":["black","tan"]}},"chip":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}]},
{"class":5,"values":[{"name":"Tom","owner":1},{"lives":7}]},
{"class":2,"values":[{"name":"Zoë","born":12000000.5,"home":{"class":1,"values":{"street":"Rue de l’Église 4","town":"Liège","place":[50.6451,5.5736]}},"pets":[6],"friends":[1,2],"scores":[["chess",2105]]}]},
{"class":4,"values":[{"name":"Fido","owner":5},{"weight":"8e0","coat":{"class":6,"case":"short","values":{}},"chip":null}]}
],
"roots":[{"name":"household","type":["list",["ref","Person"]],"value":[1,2]},{"name":"neighbour","type":["ref","Person"],"value":5}],
"metadata":[{"name":"title","type":"string","value":"Mill Lane"},{"name":"saved","type":"date","value":790000000.0}]}`;

/** Names and texts that would like to be markup, or to turn the text around. */
const hostile = String.raw`{"stele":"1.0","type":"<i>\u202e","writer":"<img src=x onerror=alert(1)>\u202e\u0007","classes":[
{"name":"\u202eevil</script><script>alert(1)</script>","version":1,"kind":"class","super":0,"keys":[{"name":"<b>key\u0000","type":"string","since":1,"flags":"required"},{"name":"\u200b","type":["optional",["ref"]],"since":1,"flags":"required"},{"name":"","type":"any","since":1,"flags":"optional"}]}],
"objects":[{"class":1,"values":[{"<b>key\u0000":"</span><img src=x onerror=alert(1)>\u202etxt.exe\u2066","\u200b":1,"":{"type":"string","value":"\ud83d\ude00\u200d\u001b[31m"}}]}],
"roots":[{"name":"#\u202e %41/<i>","type":["ref"],"value":1},{"name":"","type":"uint8","value":3},{"name":"%","type":"uint8","value":4}],"metadata":[{"name":"__proto__","type":"string","value":"constructor"}]}`;

/** So many people. */
function people(count) {
  const objects = Array.from({ length: count }, (_, i) => ({
    class: 1,
    values: [{ name: `Person ${i + 1}`, age: i % 90, friend: i * 7919 % count + 1, tags: ['a', `tag${i % 100}`] }],
  }));
  return JSON.stringify({
    stele: '1.0', type: '', writer: 'people',
    classes: [{
      name: 'Person', version: 1, kind: 'class', super: 0,
      keys: [['name', 'string'], ['age', 'uint8'], ['friend', ['optional', ['ref', 'Person']]], ['tags', ['list', 'string']]]
        .map(([name, type]) => ({ name, type, since: 1, flags: 'required' })),
    }],
    objects, roots: [{ name: 'first', type: ['ref', 'Person'], value: 1 }],
  });
}

module.exports = { household, hostile, people };
