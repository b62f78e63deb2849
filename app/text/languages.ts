// Languages of code, as they stand behind a fence. No page shows the name, so only names that are
// known get through: any other could be words. Pure.

const NAMES: ReadonlySet<string> = new Set(
  `ada apache apl asm astro awk bash bat c c# c++ cc clj clojure cmake cmd coffee console cpp crystal
   cs csharp csharp-interactive css csv cxx cython d dart diff docker dockerfile dotenv ejs elisp
   elixir elm env erb erlang ex exs f# fish fortran fsharp fs gdscript gherkin git glsl go golang
   gradle graphql groovy h haml handlebars haskell hbs hcl hjson hlsl hpp hs html htm http ini ipython
   java javascript jinja jinja2 jl js json json5 jsonc jsonl jsx julia kotlin kt kts latex less liquid
   lisp log lua make makefile markdown math matlab md mdx mermaid mjs cjs mts cts mustache nasm nginx
   nim nix none objc objective-c objectivec ocaml pascal patch perl php php-template pl plain plaintext
   plsql postgresql powershell prisma prolog properties proto protobuf ps1 pug puppet purescript py
   py3 pycon pytb python python3 r racket rake raku rb rbs re reasonml regex rs rst ruby rust sas sass
   sbt scala scheme scss sed sh shell shell-session sol solidity spec sql sqlite stl geojson topojson
   suggestion sv svelte svg swift systemverilog tcl terraform tex text tf toml ts tsv tsx twig txt
   typescript vb vba vbnet verilog vhdl vim viml vue wasm wat wgsl xml xsl yaml yml zig zsh`.split(
    /\s+/,
  ),
);

export function isLanguage(name: string): boolean {
  return NAMES.has(name.toLowerCase());
}
